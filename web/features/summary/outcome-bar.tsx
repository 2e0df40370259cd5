// Outcomes of all counted runs as one bar; a segment and a name open their people.
import { outcomeWords } from '#contract/outcome-words.ts';
import type { ResultSummary } from '#contract/results.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { wholeText } from '#insight/numbers/words.ts';
import { isCounted } from '#web/entities/results/base-words.ts';
import { countText, shareWithInterval } from '#web/entities/results/number-words.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { OutcomeSwatch } from '#web/entities/results/outcome-badge.tsx';
import { ResultTable } from '#web/entities/results/result-table.tsx';

export function OutcomeBar({ outcomes }: Pick<ResultSummary, 'outcomes'>) {
  const openMoments = useOpenMoments();
  const counted = outcomes.filter(({ outcome }) => isCounted(outcome));
  const n = counted.reduce((sum, { people }) => sum + people, 0);
  if (n === 0) return null;
  const open = ({ outcome }: (typeof counted)[number]) =>
    openMoments({ query: { of: 'people', outcome: [outcome] }, number: 'outcome' });
  return (
    <div className="break-inside-avoid">
      <div className="mt-4 flex h-10 gap-0.5">
        {counted.map((one) => (
          <button
            key={one.outcome}
            type="button"
            aria-label={`${outcomeWords[one.outcome].label}: ${countText({ k: one.people, n })}. Open these people.`}
            title={`${outcomeWords[one.outcome].label}: ${countText({ k: one.people, n })}`}
            data-outcome={one.outcome}
            onClick={() => open(one)}
            style={{ flexGrow: one.people }}
            className="outcome-fill grid min-w-7 basis-0 place-items-center rounded-sm outline-offset-2 transition-[filter] hover:brightness-110"
          >
            <span className="rounded-sm bg-(--fill) px-1.5 font-semibold text-sm tabular-nums">
              {wholeText(one.people)}
            </span>
          </button>
        ))}
      </div>
      <ul aria-label="Outcomes" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {counted.map((one) => (
          <li key={one.outcome}>
            <button
              type="button"
              title={outcomeWords[one.outcome].meaning}
              onClick={() => open(one)}
              className="flex h-control-sm items-center gap-2 rounded-sm hover:underline"
            >
              <OutcomeSwatch outcome={one.outcome} />
              {outcomeWords[one.outcome].label}
              <b className="font-semibold tabular-nums">{wholeText(one.people)}</b>
            </button>
          </li>
        ))}
      </ul>
      <ResultTable
        caption="Outcomes"
        head={['Outcome', 'People', 'Share', 'Meaning']}
        rows={counted.map(({ outcome, people }) => {
          const share = proportionOf(people, n);
          return {
            key: outcome,
            cells: [
              outcomeWords[outcome].label,
              countText(share),
              shareWithInterval(share) ?? '–',
              outcomeWords[outcome].meaning,
            ],
          };
        })}
      />
    </div>
  );
}
