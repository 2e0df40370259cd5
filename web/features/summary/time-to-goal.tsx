// Time to goal: one dot a person on a logarithmic axis, a histogram above 300, with the middle one and its interval.
import type { TestId } from '#contract/ids.ts';
import type { Average, Times } from '#contract/numbers.ts';
import { peopleCount, secondsText } from '#insight/numbers/words.ts';
import { AddToReport } from '#web/entities/finding/add-to-report.tsx';
import { numberEvidence } from '#web/entities/finding/number-text.ts';
import {
  averageNames,
  secondsInterval,
  singleTimesText,
} from '#web/entities/results/number-words.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { NumberButton, ResultTable } from '#web/entities/results/result-table.tsx';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useWidth } from '#web/lib/use-width.ts';
import { ResultCard } from './result-card.tsx';
import { momentsOfTimes, spanText, TimePlot } from './time-plot.tsx';

export function TimeToGoal({ testId, times }: { testId: TestId; times: Times }) {
  const [ref, width] = useWidth();
  const { filter } = useResultFilter();
  const { average } = times;
  if (average.n === 0) return null;
  return (
    <ResultCard
      id="time-to-goal"
      title="Time to goal"
      note={<AverageText average={average} values={times.values?.map(({ ms }) => ms) ?? null} />}
      action={
        <AddToReport
          testId={testId}
          look="icon"
          what="Time to goal"
          evidence={numberEvidence({ number: 'time_to_goal', filter })}
        />
      }
    >
      <div ref={ref}>{width > 0 && <TimePlot times={times} width={width} />}</div>
      <p className="mt-1 text-muted text-xs">
        From the prototype’s first screen to the goal, of those who reached it. Long times are drawn
        closer together.
        {times.values?.some(({ isOutlier }) => isOutlier) && ' A ring is far from the others.'}
      </p>
      <TimesTable times={times} />
    </ResultCard>
  );
}

/** '32–45 s'; with both units if they differ: '48 s–1 min 5 s'. */
function rangeText(fromMs: number, toMs: number): string {
  const [from, to] = [secondsText(fromMs), secondsText(toMs)];
  const isOneUnit = [from, to].every((text) => /^[\d.]+ s$/.test(text));
  return `${isOneUnit ? from.replace(' s', '') : from}–${to}`;
}

interface AverageTextProps {
  average: Average;
  /** Single times in ascending order, or null if there are many. */
  values: readonly number[] | null;
}

/** 'median 44 s, 95 % interval 38–51 s, 36 people'; below five people each of their times. */
export function AverageText({ average, values }: AverageTextProps) {
  const { n, kind, value, q1, q3 } = average;
  const interval = secondsInterval(average);
  const single = singleTimesText(n, values);
  if (single !== null || value === null) return single;
  return (
    <>
      <b className="font-semibold text-text">
        {averageNames[kind]} {secondsText(value)}
      </b>
      {interval && `, 95 % interval ${interval}`}
      {q1 !== null && q3 !== null && `, half took ${rangeText(q1, q3)}`}, {peopleCount(n)}
    </>
  );
}

/** For more people than this, the table has one row per step of the axis. */
const ROWS_MAX = 60;

function TimesTable({ times: { values, histogram } }: { times: Times }) {
  const openMoments = useOpenMoments();
  const rows =
    values !== null && values.length <= ROWS_MAX
      ? values.map(({ sessionId, ms }) => ({ key: sessionId, fromMs: ms, toMs: ms, people: 1 }))
      : grouped(values?.map(({ ms }) => ms) ?? [], histogram);
  return (
    <ResultTable
      caption="Time to goal"
      head={['Time', 'People']}
      rows={rows.map((row) => ({
        key: row.key,
        cells: [
          spanText(row),
          <NumberButton key="people" onClick={() => openMoments(momentsOfTimes(row))}>
            {row.people}
          </NumberButton>,
        ],
      }))}
    />
  );
}

/** Rows of a histogram, or of about twenty people each. */
function grouped(sorted: readonly number[], histogram: Times['histogram']) {
  if (histogram.length > 0) {
    return histogram
      .filter(({ people }) => people > 0)
      .map((one) => ({ ...one, key: `${one.fromMs}` }));
  }
  const size = Math.ceil(sorted.length / 15);
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, at) => {
    const own = sorted.slice(at * size, (at + 1) * size);
    return { key: `${at}`, fromMs: own[0] ?? 0, toMs: own.at(-1) ?? 0, people: own.length };
  });
}
