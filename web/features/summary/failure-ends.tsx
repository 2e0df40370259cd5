// The card 'Where they ended' counts people without success by their last screen. It is a fact, whatever chance explains.
import type { FailureEnds as Ends } from '#contract/results.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { Name } from '#web/ui/name.tsx';
import { ResultCard } from './result-card.tsx';

/** Renders nothing if everyone succeeded. */
export function FailureEnds({ ends }: { ends: Ends }) {
  const openMoments = useOpenMoments();
  const { failures, screens, others, unknown } = ends;
  if (failures === 0) return null;
  const most = Math.max(1, ...screens.map(({ people }) => people));
  return (
    <ResultCard
      id="ends"
      title="Where they ended"
      note={`${peopleCount(failures)} did not reach the goal`}
    >
      <ol className="grid gap-1 text-sm">
        {screens.map(({ screen, people }) => (
          <li key={screen.number}>
            <button
              type="button"
              className="group grid min-h-control-sm w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-sm text-start hover:bg-hover"
              onClick={() =>
                openMoments({
                  query: { of: 'ended_here', at: screen.number },
                  number: 'ended_here',
                })
              }
            >
              <span className="truncate group-hover:underline">
                <Name>{screen.name}</Name>
              </span>
              <b className="font-semibold tabular-nums">
                {wholeText(people)}
                <span className="sr-only">{people === 1 ? ' person' : ' people'}</span>
              </b>
              <span aria-hidden className="col-span-2 h-1.5 rounded-full bg-sunken">
                <span
                  style={{ width: `${(people / most) * 100}%` }}
                  className="block h-full rounded-full bg-line-strong [print-color-adjust:exact] forced-colors:bg-[CanvasText]"
                />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {(others.people > 0 || unknown > 0) && (
        <ul className="mt-2 grid gap-1 text-muted text-sm tabular-nums">
          {others.people > 0 && (
            <li>
              {wholeText(others.people)} on {others.screens} other{' '}
              {others.screens === 1 ? 'screen' : 'screens'}
            </li>
          )}
          {unknown > 0 && <li>{wholeText(unknown)} without a reported screen</li>}
        </ul>
      )}
    </ResultCard>
  );
}
