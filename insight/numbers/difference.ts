// Differences of two independent groups with their 95 % intervals: means and times by Welch, the Net Promoter Score from
// the interval of each group. Those of shares are in share.ts.
import type { Difference } from '#contract/numbers.ts';
import { tQuantile } from './mean.ts';
import type { NetPromoter } from './scores.ts';
import { type Interval, squareAndAdd, withInterval } from './share.ts';
import { logarithm } from './times.ts';

/** A standard error below this part of a mean is rounding alone. R's t.test has the same limit. */
const ROUNDING = 10 * Number.EPSILON;

/**
 * The difference of two means, with the interval of Welch 1947, whose groups may vary differently.
 * @returns null for a group of one value or none, and where all values of both groups are alike: nothing tells how much
 *   they vary
 */
export function welch(first: readonly number[], second: readonly number[]): Difference | null {
  if (Math.min(first.length, second.length) < 2) return null;
  const [one, two] = [spreadOf(first), spreadOf(second)];
  const error = Math.sqrt(one.squaredError + two.squaredError);
  if (error <= ROUNDING * Math.max(Math.abs(one.mean), Math.abs(two.mean))) return null;
  const part = one.squaredError / error ** 2;
  // Satterthwaite 1946, of the parts of both groups.
  const degrees = 1 / (part ** 2 / (first.length - 1) + (1 - part) ** 2 / (second.length - 1));
  const value = one.mean - two.mean;
  const reach = tQuantile(degrees) * error;
  return withInterval(value, { low: value - reach, high: value + reach });
}

function spreadOf(values: readonly number[]): { mean: number; squaredError: number } {
  const n = values.length;
  const mean = values.reduce((sum, each) => sum + each, 0) / n;
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, squaredError: squares / (n - 1) / n };
}

/** The difference of two means on a scale, its interval cut to the greatest that the scale has. */
export function welchOnScale(
  [first, second]: readonly [readonly number[], readonly number[]],
  scale: Interval,
): Difference | null {
  const difference = welch(first, second);
  if (!difference) return null;
  const most = scale.high - scale.low;
  const { value, low, high } = difference;
  return { ...difference, value, low: Math.max(-most, low), high: Math.min(most, high) };
}

/**
 * The ratio of two geometric means of times: Welch's interval of their logarithms, taken back (Sauro and Lewis 2010).
 * @returns null as `welch`
 */
export function ratioOfTimes(
  first: readonly number[],
  second: readonly number[],
): Difference | null {
  const difference = welch(first.map(logarithm), second.map(logarithm));
  if (!difference) return null;
  const { value, low, high, isShown } = difference;
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high), isShown };
}

/** The difference of two Net Promoter Scores, −200 to 200. @returns null for a group without an answer */
export function promoterDifference(first: NetPromoter, second: NetPromoter): Difference | null {
  const [one, two] = [estimateOf(first), estimateOf(second)];
  return one && two ? squareAndAdd(one, two) : null;
}

function estimateOf({ score, low, high }: NetPromoter) {
  return score === null || low === null || high === null ? null : { value: score, low, high };
}
