// Time on task, and lostness where the goal has routes: each as one value with its interval and the people behind it.
import type { TestId } from '#contract/ids.ts';
import type { Average } from '#contract/numbers.ts';
import type { NumberKind } from '#contract/report-numbers.ts';
import type { ResultSummary } from '#contract/results.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import { peopleCount, wholeText } from '#insight/numbers/words.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { ResultCard } from './result-card.tsx';
import { AverageText } from './time-to-goal.tsx';

interface TimeOnTaskProps extends Pick<ResultSummary, 'timeOnTask' | 'lostness'> {
  testId: TestId;
}

export function TimeOnTask({ testId, timeOnTask, lostness }: TimeOnTaskProps) {
  const hasLostness = lostness !== null && lostness.n > 0;
  if (timeOnTask.n === 0 && !hasLostness) return null;
  return (
    <div className="grid gap-4 lg:grid-cols-[repeat(auto-fit,minmax(20rem,1fr))] print:grid-cols-1">
      {timeOnTask.n > 0 && (
        <Measure testId={testId} number="time_on_task" title="Time on task">
          <p className="tabular-nums">
            <AverageText average={timeOnTask} values={timeOnTask.values} />
          </p>
          <p className="mt-1 text-muted text-xs">
            From the prototype’s first screen to the end, for everyone counted. It can be shorter
            than the time to goal, because some people stopped early.
          </p>
        </Measure>
      )}
      {hasLostness && (
        <Measure testId={testId} number="lostness" title="Lostness">
          <p className="tabular-nums">
            <LostnessText lostness={lostness} />
          </p>
          <p className="mt-1 text-muted text-xs">
            0 is the shortest way; above 0.5 people look lost (Smith 1996).
          </p>
          {lostness.leftOut > 0 && (
            <p className="mt-1 text-muted text-xs">
              {wholeText(lostness.leftOut)} of {wholeText(lostness.n + lostness.leftOut)} stopped
              too early to measure.
            </p>
          )}
        </Measure>
      )}
    </div>
  );
}

interface MeasureProps {
  testId: TestId;
  number: NumberKind;
  title: string;
  children: React.ReactNode;
}

function Measure({ testId, number, title, children }: MeasureProps) {
  const { filter } = useResultFilter();
  return (
    <ResultCard
      id={number}
      title={title}
      action={
        <AddToReport
          testId={testId}
          look="icon"
          what={title}
          evidence={numberEvidence({ number, filter })}
        />
      }
    >
      {children}
    </ResultCard>
  );
}

/** 'mean 0.42, 95 % interval 0.30–0.54, 12 people'; below five people their number alone. */
function LostnessText({ lostness: { n, value, low, high } }: { lostness: Average }) {
  if (value === null || n < SHARE_FROM) return peopleCount(n);
  const interval =
    low === null || high === null ? '' : `, 95 % interval ${low.toFixed(2)}–${high.toFixed(2)}`;
  return (
    <>
      <b className="font-semibold text-text">mean {value.toFixed(2)}</b>
      {interval}, {peopleCount(n)}
    </>
  );
}
