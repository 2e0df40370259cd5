// The verdict on a test: success with its interval against the share of people who have to succeed.
import type { Proportion } from '#contract/numbers.ts';
import type { Verdict } from '#contract/report-story.ts';
import { SHARE_FROM, wilson } from './share.ts';

/** More people than this are no answer: no one tests with them. */
const MORE_MAX = 1000;

/** @param success null for a test without a goal screen */
export function verdictOf(success: Proportion | null, targetPercent: number): Verdict {
  const target = targetPercent / 100;
  const { k, n, low, high } = success ?? { k: 0, n: 0, low: null, high: null };
  if (low !== null && low >= target) return { targetPercent, state: 'reached', morePeople: null };
  if (high !== null && high < target) return { targetPercent, state: 'missed', morePeople: null };
  return { targetPercent, state: 'undecided', morePeople: peopleToDecide({ k, n }, target) };
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
