// A hint beside a control, on hover and on keyboard focus; shows after 250 ms, hides after 400 ms.
import { Tooltip as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TOOLTIP_HIDE_MS, TOOLTIP_SHOW_MS } from '#contract/limits.ts';

interface TooltipProps {
  text: ReactNode;
  /** One element that can take focus. */
  children: ReactNode;
}

export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(hiding.current), []);

  const change = (next: boolean) => {
    clearTimeout(hiding.current);
    if (next) setOpen(true);
    else hiding.current = setTimeout(() => setOpen(false), TOOLTIP_HIDE_MS);
  };
  const stay = () => clearTimeout(hiding.current);
  return (
    // Radix would wait for a further movement outside before it hides: none comes from a pointer that
    // left the window. The delay is long enough to reach the hint (WCAG 1.4.13).
    <Radix.Provider delayDuration={TOOLTIP_SHOW_MS} disableHoverableContent>
      <Radix.Root open={open} onOpenChange={change}>
        <Radix.Trigger asChild onPointerEnter={stay}>
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={12}
            onEscapeKeyDown={() => setOpen(false)}
            onPointerEnter={stay}
            onPointerLeave={() => change(false)}
            className="appear z-50 max-w-72 rounded-md bg-ink px-3 py-1.5 text-on-ink text-sm shadow-md"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
