// The mean of values on a scale (ease, 1 to 7; lostness) with its 95 % t-interval.
import type { Average } from '#contract/numbers.ts';
import type { Interval } from './share.ts';

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

// Student's t distribution: the quantile that a 95 % interval of a mean takes. Abramowitz and Stegun 1964, 26.7.3 and
// 26.7.4: finite sums for whole degrees of freedom. The libraries that have it bring 230 packages (@stdlib) or no types
// and no modules (jstat); simple-statistics has none.

/** Halvings of a right angle after which a number of 64 bits has no more places. */
const HALVINGS = 60;

/**
 * The 97.5 % quantile: 12.706 for 1 degree of freedom, 1.96 for very many.
 * @param degrees of freedom, a whole number from 1; a call takes a microsecond for each
 */
export function tQuantile(degrees: number): number {
  let low = 0;
  let high = Math.PI / 2;
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const angle = (low + high) / 2;
    if (shareWithin(angle, degrees) < 0.95) low = angle;
    else high = angle;
  }
  return Math.tan(low) * Math.sqrt(degrees);
}

/** P(|T| < t) for an angle whose tangent is t / √degrees. */
function shareWithin(angle: number, degrees: number): number {
  const isOdd = degrees % 2 === 1;
  const cosine = Math.cos(angle);
  let sum = 0;
  let term = isOdd ? cosine : 1;
  for (let power = isOdd ? 1 : 0; power <= degrees - 2; power += 2) {
    sum += term;
    term *= (cosine * cosine * (power + 1)) / (power + 2);
  }
  const product = Math.sin(angle) * sum;
  return isOdd ? (2 / Math.PI) * (angle + product) : product;
}
