// The Summary of a test: sums of its sessions → numbers with their intervals, and where it went wrong.
import { outcome } from '#contract/outcomes.ts';
import type { ResultSummary } from '#contract/results.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime } from '#insight/numbers/times.ts';
import type { ResultsOf } from '#server/filters/people-filter.rules.ts';
import type { Parts } from '#server/parts.ts';
import { findingsAnswer } from './findings.service.ts';
import { easeOf, lostnessOf, timeToGoalOf } from './measures.rules.ts';
import { readFunnel, readSummary, type SummarySums } from './summary.db.ts';

export async function summaryOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
): Promise<ResultSummary> {
  const { db } = parts;
  const [sums, funnel, findings] = await Promise.all([
    readSummary(db, of),
    readFunnel(db, of),
    findingsAnswer(parts, of),
  ]);
  const hasGoal = of.withGoal.length > 0;
  const { goal = null, goalSet = null, asks = [] } = of.task ?? {};
  return {
    ...sums.filtered,
    funnel,
    outcomes: outcomesOf(sums.outcomes),
    goal,
    goalSet: goalSet && { at: goalSet.at.toISOString(), afterSessions: goalSet.afterSessions },
    asks,
    success: hasGoal ? proportionOf(sums.reached, sums.n) : null,
    direct: hasGoal ? proportionOf(sums.direct, sums.n) : null,
    timeToGoal: hasGoal ? timeToGoalOf(sums) : null,
    timeOnTask: averageTime(sums.onTaskMs),
    lostness: lostnessOf(of, sums),
    ease: { counts: sums.ease, average: easeOf(sums.ease) },
    didIt: { yes: sums.yes, no: sums.no },
    comments: sums.comments.map(({ sessionId, ...comment }) => ({
      sessionId,
      ...comment,
    })),
    helped: sums.helped,
    findings,
  };
}

/** Returns the outcomes in the order of the rules; those without people are left out. */
export function outcomesOf(counts: SummarySums['outcomes']): ResultSummary['outcomes'] {
  return outcome.options.flatMap((each) => {
    const people = counts[each] ?? 0;
    return people > 0 ? [{ outcome: each, people }] : [];
  });
}
