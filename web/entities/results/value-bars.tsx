// People by value of a scale as upright bars, and the same as a table.
import type { ReactNode } from 'react';
import { wholeText } from '#insight/numbers/words.ts';
import { classNames } from '#web/ui/class-names.ts';
import { ResultTable } from './result-table.tsx';

interface ValueBarsProps {
  caption: string;
  values: readonly { label: string; people: number; isDark: boolean }[];
  /** Highest value of the scale, or left out for numbers without one. */
  of?: number | undefined;
  /** Words at the low and the high end. */
  ends: readonly [low: string, high: string];
  /** Opens the people of a bar; left out where they cannot be opened. @param at index of the value */
  onOpen?: ((at: number) => void) | undefined;
}

export function ValueBars({ caption, values, of, ends: [low, high], onOpen }: ValueBarsProps) {
  const most = Math.max(1, ...values.map(({ people }) => people));
  return (
    <>
      <ol
        className="grid h-36 auto-cols-[minmax(0,1fr)] grid-flow-col gap-2 sm:gap-3"
        style={{ maxWidth: `${Math.max(values.length, 5) * 5}rem` }}
      >
        {values.map(({ label, people, isDark }, at) => (
          <li key={label} className="grid min-w-0">
            <OpeningBar
              onOpen={people > 0 && onOpen ? () => onOpen(at) : undefined}
              className="grid grid-rows-[minmax(0,1fr)_auto] gap-1 rounded-sm text-xs tabular-nums"
            >
              <span className="flex flex-col items-center justify-end gap-1">
                <span>
                  {wholeText(people)}
                  <span className="sr-only">{people === 1 ? ' person' : ' people'} answered </span>
                </span>
                <span
                  style={{ height: `${(people / most) * 80}%` }}
                  className={classNames(
                    'block min-h-0.5 w-full max-w-10 rounded-t-sm border border-transparent [print-color-adjust:exact] forced-colors:border-[color:CanvasText]',
                    isDark ? 'bg-accent' : 'bg-line-strong',
                  )}
                />
              </span>
              <span className="truncate border-line border-t pt-1 text-center text-muted">
                {label}
                {of !== undefined && <span className="sr-only"> of {of}</span>}
              </span>
            </OpeningBar>
          </li>
        ))}
      </ol>
      {(low !== '' || high !== '') && (
        <p
          aria-hidden
          className="mt-1 flex justify-between gap-4 text-muted text-xs"
          style={{ maxWidth: `${Math.max(values.length, 5) * 5}rem` }}
        >
          <span>{low}</span>
          <span className="text-end">{high}</span>
        </p>
      )}
      <ResultTable
        caption={caption}
        head={['Answer', 'People']}
        rows={values.map(({ label, people }, at) => ({
          key: label,
          cells: [
            [label, at === 0 ? low : '', at === values.length - 1 ? high : '']
              .filter(Boolean)
              .join(' '),
            people,
          ],
        }))}
      />
    </>
  );
}

interface OpeningBarProps {
  /** Left out for a bar without people to open. */
  onOpen: (() => void) | undefined;
  /** Says whether the bar is chosen, where bars narrow a list. */
  isPressed?: boolean | undefined;
  className: string;
  children: ReactNode;
}

/** A bar with its words: a button where it opens people. */
export function OpeningBar({ onOpen, isPressed, className, children }: OpeningBarProps) {
  if (!onOpen) return <span className={className}>{children}</span>;
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={onOpen}
      className={classNames(className, 'hover:bg-hover')}
    >
      {children}
    </button>
  );
}
