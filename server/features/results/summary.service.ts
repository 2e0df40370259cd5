// The Summary of a test: sums of its sessions → numbers with their intervals, and where it went wrong.
import type { SessionId } from '#contract/ids.ts';
import { type Average, DOTS_MAX, type Times } from '#contract/numbers.ts';
import { outcome } from '#contract/outcomes.ts';
import type { ResultSummary } from '#contract/results.ts';
import { lostness } from '#insight/numbers/lostness.ts';
import { meanOnScale } from '#insight/numbers/mean.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime, timesOf } from '#insight/numbers/times.ts';
import type { ResultsOf } from '#server/domain/results/people.ts';
import { readFunnel, readSummary, type SummarySums } from '#server/domain/results/summary.db.ts';
import type { Parts } from '#server/parts.ts';
import { findingsAnswer } from './findings.service.ts';

/** 1 very difficult … 7 very easy. */
const EASE = { low: 1, high: 7 };
/** Lostness has no greater value. */
const LOSTNESS = { low: 0, high: Math.SQRT2 };

export async function summaryOf(parts: Parts, of: ResultsOf): Promise<ResultSummary> {
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
      sessionId: sessionId as SessionId,
      ...comment,
    })),
    helped: sums.helped,
    findings,
  };
}

/** In the order of the rules; those without people are left out. */
export function outcomesOf(counts: SummarySums['outcomes']): ResultSummary['outcomes'] {
  return outcome.options.flatMap((each) => {
    const people = counts[each] ?? 0;
    return people > 0 ? [{ outcome: each, people }] : [];
  });
}

/** A person each while they are few, else without names. */
function timeToGoalOf({ toGoal, toGoalMs }: SummarySums): Times {
  if (toGoalMs.length <= DOTS_MAX) {
    return timesOf(toGoal.map(({ sessionId, ms }) => ({ sessionId: sessionId as SessionId, ms })));
  }
  return timesOf(toGoalMs.map((ms) => ({ sessionId: '' as SessionId, ms })));
}

/** @param counts people by answer, 1 to 7 */
export function easeOf(counts: readonly number[]): Average {
  const values = counts.flatMap((people, at) => Array<number>(people).fill(at + 1));
  return meanOnScale(values, EASE);
}

/** Null without a route to the goal. */
function lostnessOf(of: ResultsOf, { walks }: SummarySums): Average | null {
  const goal = of.revision && of.task?.goal;
  if (goal?.kind !== 'screens' || goal.routes.length === 0) return null;
  const shortest = Math.min(...goal.routes.map((route) => new Set(route).size));
  const values = walks.flatMap(({ people, ...walk }) => {
    const value = lostness({ ...walk, shortest });
    return value === null ? [] : Array<number>(people).fill(value);
  });
  return meanOnScale(values, LOSTNESS);
}
