// The mean of answers on a scale (ease, 1 to 7) with its 95 % t-interval.
import type { Interval } from './interval.ts';
import { tQuantile } from './t-quantile.ts';

export interface Mean {
  /** People who answered. */
  n: number;
  mean: number;
  /** Null for one answer. All alike give an interval without width. */
  interval: Interval | null;
}

/** @returns null when there are no values. */
export function meanOf(values: readonly number[]): Mean | null {
  const n = values.length;
  if (n === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  if (n === 1) return { n, mean, interval: null };
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const reach = tQuantile(n - 1) * Math.sqrt(squares / (n - 1) / n);
  return { n, mean, interval: { low: mean - reach, high: mean + reach } };
}

/**
 * The same, its interval cut to what the scale has.
 * @param values each from `scale.low` to `scale.high`
 */
export function meanOnScale(values: readonly number[], scale: Interval): Mean | null {
  const mean = meanOf(values);
  if (!mean?.interval) return mean;
  const low = Math.max(scale.low, mean.interval.low);
  const high = Math.min(scale.high, mean.interval.high);
  return { ...mean, interval: { low, high } };
}
