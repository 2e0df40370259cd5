// A row of controls that is one stop of the Tab key: arrows lead from one to the next (WAI-ARIA's pattern of a toolbar).
import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

interface ToolbarProps extends ComponentProps<'div'> {
  /** Name for screen readers: 'Filters'. */
  label: string;
}

export function Toolbar({ label, ...rest }: ToolbarProps) {
  const row = useRef<HTMLDivElement>(null);
  /** The control that Tab leads to: the one that had the focus last. */
  const stop = useRef<HTMLElement | null>(null);
  const place = () => {
    const controls = controlsIn(row.current);
    if (stop.current === null || !controls.includes(stop.current))
      stop.current = controls[0] ?? null;
    for (const control of controls) control.tabIndex = control === stop.current ? 0 : -1;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` reads refs alone.
  useLayoutEffect(() => {
    if (row.current === null) return;
    // Controls come, go, and are hidden in a narrow window, without a rendering of this row.
    const changes = new MutationObserver(place);
    changes.observe(row.current, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    const sizes = new ResizeObserver(place);
    sizes.observe(row.current);
    place();
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, []);

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const controls = controlsIn(row.current);
    const { target } = event;
    const at = target instanceof HTMLElement ? controls.indexOf(target) : -1;
    const next = at === -1 ? null : nextPlace(event.key, at, controls.length);
    if (next === null) return;
    event.preventDefault();
    controls[next]?.focus();
  };

  return (
    <div
      ref={row}
      role="toolbar"
      aria-label={label}
      onKeyDown={press}
      onFocus={({ target }) => {
        if (controlsIn(row.current).includes(target)) stop.current = target;
        place();
      }}
      {...rest}
    />
  );
}

/** Returns the place that a key leads to, round at both ends, or null for another key. */
function nextPlace(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The visible controls, but those of a dialog that one of them has opened. */
function controlsIn(row: HTMLElement | null): HTMLElement[] {
  if (row === null) return [];
  const dialog = row.closest('dialog');
  return [...row.querySelectorAll<HTMLElement>('button:enabled, a[href], summary')].filter(
    (control) => control.checkVisibility() && control.closest('dialog') === dialog,
  );
}
