// The Summary of a test: sums of its sessions → numbers with their intervals, and where it went wrong.
import type { ResultSummary } from '#contract/results.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime, singleTimes } from '#insight/numbers/times.ts';
import { outcomesOf } from '#server/filters/filter-counts.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { findingsAnswer } from './findings.service.ts';
import { funnelOf } from './funnel.service.ts';
import { easeOf, lostnessOf, timeToGoalOf } from './measures.rules.ts';
import { readSummary } from './summary.db.ts';

export async function summaryOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
  chargePlaces: (places: number) => Promise<void> = async () => undefined,
): Promise<ResultSummary> {
  const { db } = parts;
  const [sums, funnel, wentWrong] = await Promise.all([
    readSummary(db, of),
    funnelOf(db, of),
    findingsAnswer(parts, of, chargePlaces),
  ]);
  const hasGoal = of.withGoal.length > 0;
  // A share of outcomes says nothing about people who were selected by their outcome.
  const hasShares = hasGoal && !of.filter.outcome;
  const { goal = null, goalSet = null, asks = [] } = of.task ?? {};
  return {
    ...sums.filtered,
    funnel,
    outcomes: outcomesOf(sums.outcomes),
    goal,
    goalSet: goalSet && { at: goalSet.at.toISOString(), afterSessions: goalSet.afterSessions },
    asks,
    success: hasShares ? proportionOf(sums.reached, sums.n) : null,
    direct: hasShares ? proportionOf(sums.direct, sums.n) : null,
    timeToGoal: hasGoal ? timeToGoalOf(sums) : null,
    timeOnTask: { ...averageTime(sums.onTaskMs), values: singleTimes(sums.onTaskMs) },
    lostness: lostnessOf(of, sums),
    ease: { counts: sums.ease, average: easeOf(sums.ease), outside: sums.easeOutside },
    didIt: { yes: sums.yes, no: sums.no, outside: sums.didItOutside },
    comments: sums.comments,
    helped: sums.helped,
    ...wentWrong,
  };
}
