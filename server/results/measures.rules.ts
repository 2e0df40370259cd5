// Numbers of the Summary from its sums, computed in one place for the page and for reports.
import { type Average, DOTS_MAX, type Times } from '#contract/numbers.ts';
import type { ResultSummary } from '#contract/results.ts';
import { lostness } from '#insight/numbers/lostness.ts';
import { meanOnScale } from '#insight/numbers/mean.ts';
import { manyTimesOf, timesOf } from '#insight/numbers/times.ts';
import type { OutcomeCounts } from '#server/filters/filter-counts.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { SummarySums } from './summary.db.ts';

/** 1 very difficult … 7 very easy. */
export const EASE = { low: 1, high: 7 };
/** Lostness has no greater value. */
export const LOSTNESS = { low: 0, high: Math.SQRT2 };

/** A person each while they are few, else without names. */
export function timeToGoalOf({ toGoal, toGoalMs }: SummarySums): Times {
  return toGoalMs.length <= DOTS_MAX ? timesOf(toGoal) : manyTimesOf(toGoalMs);
}

/** @param counts people by answer, 1 to 7 */
export function easeOf(counts: readonly number[]): Average {
  return meanOnScale(easeValues(counts), EASE);
}

/** One value for each person. @param counts people by answer, 1 to 7 */
export function easeValues(counts: readonly number[]): number[] {
  return counts.flatMap((people, at) => Array<number>(people).fill(at + 1));
}

/** Returns null if there is no route to the goal. */
export function lostnessOf(of: ResultsOf, sums: SummarySums): ResultSummary['lostness'] {
  const values = lostnessValues(of, sums);
  if (values === null) return null;
  const counted = sums.walks.reduce((sum, { people }) => sum + people, 0);
  return { ...meanOnScale(values, LOSTNESS), leftOut: counted - values.length };
}

/** One value for each person who has one, or null if there is no route to the goal. */
export function lostnessValues(of: ResultsOf, { walks }: SummarySums): number[] | null {
  const goal = of.revision && of.task?.goal;
  if (goal?.kind !== 'screens' || goal.routes.length === 0) return null;
  const shortest = Math.min(...goal.routes.map((route) => new Set(route).size));
  return walks.flatMap(({ people, ...walk }) => {
    const value = lostness({ ...walk, shortest });
    return value === null ? [] : Array<number>(people).fill(value);
  });
}

/** People who were shown the task. A running session may not have come to it yet. */
export function arrivalsOf({ excluded: _, running: __, ...outcomes }: OutcomeCounts): number {
  return Object.values(outcomes).reduce((sum, people) => sum + people, 0);
}
