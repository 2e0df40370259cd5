// The difference of two groups' shares, p1 − p2, with a 95 % interval (Newcombe 1998, method 10).
import { type Interval, SHARE_FROM, wilson } from './share.ts';

/** k of n people. */
interface Count {
  k: number;
  n: number;
}

interface Difference extends Interval {
  /** p1 − p2, −1 to 1. */
  value: number;
  /** The interval excludes 0. Otherwise the result is 'no difference shown'. */
  isShown: boolean;
}

/** @returns null when a group is too small for shares. */
export function differenceOf(first: Count, second: Count): Difference | null {
  return Math.min(first.n, second.n) < SHARE_FROM ? null : newcombe(first, second);
}

/** @returns null when a group is empty. */
export function newcombe(first: Count, second: Count): Difference | null {
  const one = wilson(first.k, first.n);
  const two = wilson(second.k, second.n);
  if (!one || !two) return null;
  const value = one.share - two.share;
  const low = value - Math.hypot(one.share - one.low, two.high - two.share);
  const high = value + Math.hypot(one.high - one.share, two.share - two.low);
  return { value, low, high, isShown: low > 0 || high < 0 };
}
