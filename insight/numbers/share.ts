// A share of people, k of n, with Wilson's 95 % interval (Wilson 1927; Newcombe 1998, method 3).
import type { Difference, Proportion } from '#contract/numbers.ts';

interface Share extends Interval {
  /** 0 to 1. */
  share: number;
}

/** Below so many people there are counts alone: no share, no mean, no interval and no difference. */
export const SHARE_FROM = 5;

/** @param k whole, 0 to `n` */
export function proportionOf(k: number, n: number): Proportion {
  const share = n < SHARE_FROM ? null : wilson(k, n);
  return { k, n, ...(share ?? { share: null, low: null, high: null }) };
}

/**
 * @param k whole, 0 to `n`
 * @returns null when n is 0: there is no share of no one
 */
export function wilson(k: number, n: number): Share | null {
  if (n === 0) return null;
  const share = k / n;
  const centre = share + (Z * Z) / (2 * n);
  const reach = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  const shrink = 1 + (Z * Z) / n;
  return {
    share,
    // Exact at the ends, where rounding leaves 1e-17.
    low: k === 0 ? 0 : (centre - reach) / shrink,
    high: k === n ? 1 : (centre + reach) / shrink,
  };
}

// Constants of all intervals of results: 95 % on both sides, and the quantile of the normal
// distribution.

/** Range that contains the true value in 95 of 100 such samples. */
export interface Interval {
  low: number;
  high: number;
}

/** 97.5 % quantile of the standard normal distribution. */
export const Z = 1.959963984540054;

// The difference of two groups' shares, p1 − p2, with a 95 % interval (Newcombe 1998, method 10).

/** k of n people. */
interface Count {
  k: number;
  n: number;
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
  return squareAndAdd({ value: one.share, ...one }, { value: two.share, ...two });
}

/** A number of one group with its interval. */
interface Estimate extends Interval {
  value: number;
}

/** The difference of two independent estimates, from the interval of each (Newcombe 1998; Zou and Donner 2008). */
export function squareAndAdd(one: Estimate, two: Estimate): Difference {
  const value = one.value - two.value;
  return withInterval(value, {
    low: value - Math.hypot(one.value - one.low, two.high - two.value),
    high: value + Math.hypot(one.high - one.value, two.value - two.low),
  });
}

export function withInterval(value: number, { low, high }: Interval): Difference {
  return { value, low, high, isShown: low > 0 || high < 0 };
}
