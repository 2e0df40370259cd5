// The verdict on a test: success with its interval against the share of people who have to succeed.
import type { Proportion } from '#contract/numbers.ts';
import type { Verdict } from '#contract/report-story.ts';
import { SHARE_FROM, wilson } from './share.ts';

/** More people than this are no answer: no one tests with them. */
const MORE_MAX = 1000;

/** Success of a task, or null without a goal. */
interface TaskSuccess {
  step: number;
  success: Proportion | null;
}

/** States from the one that decides for all tasks to the one that all tasks need. */
const DECIDING: readonly Verdict['state'][] = ['missed', 'undecided', 'reached'];

/**
 * Returns the verdict on a test with several tasks: each task with a goal has to reach the target, so the task
 * that is farthest from it decides.
 */
export function verdictOfTasks(tasks: readonly TaskSuccess[], targetPercent: number): Verdict {
  const verdicts = tasks.flatMap(({ step, success }) =>
    success === null
      ? []
      : { verdict: { ...verdictOf(success, targetPercent), step }, share: success.share ?? 0 },
  );
  const rankOf = ({ state }: Verdict) => DECIDING.indexOf(state);
  const moreOf = ({ state, morePeople }: Verdict) =>
    state === 'undecided' ? (morePeople ?? MORE_MAX + 1) : 0;
  const [deciding] = verdicts.toSorted(
    (a, b) =>
      rankOf(a.verdict) - rankOf(b.verdict) ||
      moreOf(b.verdict) - moreOf(a.verdict) ||
      a.share - b.share,
  );
  return deciding?.verdict ?? verdictOf(null, targetPercent);
}

/** @param success null for a test without a goal screen */
export function verdictOf(success: Proportion | null, targetPercent: number): Verdict {
  const target = targetPercent / 100;
  const common = { targetPercent, morePeople: null, step: null };
  const { k, n, low, high } = success ?? { k: 0, n: 0, low: null, high: null };
  if (low !== null && low >= target) return { ...common, state: 'reached' };
  if (high !== null && high < target) return { ...common, state: 'missed' };
  return { ...common, state: 'undecided', morePeople: peopleToDecide({ k, n }, target) };
}

/** Returns how many more people decide it if the share stays, or null if MORE_MAX do not. */
function peopleToDecide({ k, n }: Pick<Proportion, 'k' | 'n'>, target: number): number | null {
  if (n === 0) return null;
  for (let more = Math.max(1, SHARE_FROM - n); more <= MORE_MAX; more += 1) {
    const all = n + more;
    const interval = wilson((k / n) * all, all);
    if (interval && (interval.low >= target || interval.high < target)) return more;
  }
  return null;
}
