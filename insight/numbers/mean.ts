// The mean of values on a scale (ease, 1 to 7; lostness) with its 95 % t-interval.
import type { Average } from '#contract/numbers.ts';
import type { Interval } from './interval.ts';
import { tQuantile } from './t-quantile.ts';

/** An interval needs two values; several that are alike have one without width. */
type Mean = Pick<Average, 'n' | 'value' | 'low' | 'high'>;

export function meanOf(values: readonly number[]): Mean {
  const n = values.length;
  if (n === 0) return { n, value: null, low: null, high: null };
  const value = values.reduce((sum, each) => sum + each, 0) / n;
  if (n === 1) return { n, value, low: null, high: null };
  const squares = values.reduce((sum, each) => sum + (each - value) ** 2, 0);
  const reach = tQuantile(n - 1) * Math.sqrt(squares / (n - 1) / n);
  return { n, value, low: value - reach, high: value + reach };
}

/**
 * The mean, its interval cut to what the scale has.
 * @param values each from `scale.low` to `scale.high`
 */
export function meanOnScale(values: readonly number[], scale: Interval): Average {
  const { low, high, ...mean } = meanOf(values);
  return {
    kind: 'mean',
    ...mean,
    q1: null,
    q3: null,
    low: low === null ? null : Math.max(scale.low, low),
    high: high === null ? null : Math.min(scale.high, high),
  };
}
