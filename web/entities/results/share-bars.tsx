// People by answer or by tag as lying bars, each with its share, and the same as a table.
import type { Proportion } from '#contract/numbers.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { Name } from '#web/ui/name.tsx';
import { countText, shareInterval, shareText, shareWithInterval } from './number-words.ts';
import { ResultTable } from './result-table.tsx';
import { OpeningBar } from './value-bars.tsx';

interface ShareBar {
  key: string;
  text: string;
  people: number;
  share: Proportion;
}

interface ShareBarsProps {
  /** Name of the list. */
  label: string;
  /** Heading of the table's first column. */
  head: string;
  bars: readonly ShareBar[];
  /** Key of the bar that is chosen, or null; undefined if the bars open something instead. */
  chosen?: string | null;
  /** Left out for readers who may not. */
  onOpen?: ((key: string) => void) | undefined;
}

export function ShareBars({ label, head, bars, chosen, onOpen }: ShareBarsProps) {
  const most = Math.max(1, ...bars.map(({ people }) => people));
  return (
    <>
      <ul aria-label={label} className="mt-4 grid gap-1">
        {bars.map(({ key, text, people, share }) => (
          <li key={key}>
            <OpeningBar
              onOpen={people > 0 && onOpen ? () => onOpen(key) : undefined}
              isPressed={chosen === undefined ? undefined : chosen === key}
              className="grid min-h-control w-full grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-x-4 gap-y-1 rounded-sm px-1 py-1 text-start text-sm aria-pressed:bg-accent-soft aria-pressed:font-medium max-sm:grid-cols-1"
            >
              <span dir="auto" className="text-start [overflow-wrap:anywhere]">
                <Name>{text}</Name>
              </span>
              <span className="flex items-center gap-3">
                <span className="h-5 min-w-12 grow">
                  <span
                    style={{ width: `${(people / most) * 100}%` }}
                    className="block h-full min-w-0.5 rounded-e-sm border border-transparent bg-accent [print-color-adjust:exact] forced-colors:border-[color:CanvasText]"
                  />
                </span>
                <span className="w-36 shrink-0 tabular-nums">
                  <b className="font-semibold">{shareText(share) ?? wholeText(people)}</b>
                  <span className="block text-muted text-xs">
                    {[countText(share), shareInterval(share)].filter(Boolean).join(', ')}
                  </span>
                </span>
              </span>
            </OpeningBar>
          </li>
        ))}
      </ul>
      <ResultTable
        caption={label}
        head={[head, 'People', 'Share']}
        rows={bars.map(({ key, text, share }) => ({
          key,
          cells: [text, countText(share), shareWithInterval(share) ?? '–'],
        }))}
      />
    </>
  );
}
