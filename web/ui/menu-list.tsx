// The list of a menu, with its placement (menu.tsx).
import { DropdownMenu } from 'radix-ui';
import { type ComponentProps, Fragment, type ReactElement, type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';

interface MenuItem {
  id: string;
  label: ReactNode;
  icon?: ReactNode;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  /** Name of a group that begins with this item. */
  group?: ReactNode;
  onSelect: () => void;
}

export interface MenuProps {
  /** The button: one element that passes its properties on. */
  trigger: ReactElement<ComponentProps<'button'>>;
  items: MenuItem[];
  /** Text above the items, which cannot be chosen. */
  heading?: ReactNode;
  /** Runs as soon as the button is pointed at or has the focus: loads what a press on an item will need. */
  onAhead?: (() => void) | undefined;
  /** Edge of the trigger at which the list stands; the end by default. */
  align?: 'start' | 'end';
}

/** Stands open at first. */
export function MenuList({ trigger, items, heading, onAhead, align = 'end' }: MenuProps) {
  // Runs once the focus is back on the trigger, so that a dialog it opens can return it there.
  const chosen = useRef<(() => void) | null>(null);
  const runItem = () => {
    const action = chosen.current;
    chosen.current = null;
    if (action !== null) queueMicrotask(action);
  };
  return (
    // A modal menu would inject an inline style, which the content policy forbids.
    <DropdownMenu.Root modal={false} defaultOpen onOpenChange={(isOpen) => isOpen && onAhead?.()}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={runItem}
          className="appear z-40 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(24rem,100vw-1rem)] min-w-44 overflow-y-auto rounded-lg border border-line bg-raised p-1.5 shadow-lg"
        >
          {heading && (
            <DropdownMenu.Label className="border-line border-b px-3 pt-1 pb-2 text-muted text-sm [overflow-wrap:anywhere]">
              {heading}
            </DropdownMenu.Label>
          )}
          {items.map((item) => (
            <Fragment key={item.id}>
              {item.group && (
                <DropdownMenu.Label className="mt-1.5 border-line border-t px-3 pt-2.5 pb-1 text-muted text-sm">
                  {item.group}
                </DropdownMenu.Label>
              )}
              <DropdownMenu.Item
                disabled={item.disabled ?? false}
                onSelect={() => {
                  chosen.current = item.onSelect;
                }}
                className={classNames(
                  'flex cursor-pointer select-none items-center gap-2.5 rounded-md px-3 py-2 text-sm outline-none data-[disabled]:cursor-not-allowed pointer-coarse:min-h-11 data-[highlighted]:bg-hover data-[disabled]:text-muted forced-colors:data-[highlighted]:bg-[color:Highlight] forced-colors:data-[highlighted]:text-[color:HighlightText] forced-colors:data-[highlighted]:forced-color-adjust-none',
                  item.tone === 'danger' && 'text-danger',
                )}
              >
                {item.icon}
                <span className="min-w-0 [overflow-wrap:anywhere]">{item.label}</span>
              </DropdownMenu.Item>
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
