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

// Student's t distribution: the quantile that a 95 % interval of a mean takes. Abramowitz and Stegun 1964, 26.7.1 by
// 26.5.4 and 6.1.49: power series for any degrees of freedom, because Welch's are no whole number. The libraries that
// have it bring 230 packages (@stdlib) or no types and no modules (jstat); simple-statistics has none.

/** Halvings of an angle below a right one after which a number of 64 bits has no more places. */
const HALVINGS = 55;

/** No 97.5 % quantile is greater: that of 1 degree is 12.706. */
const T_MAX = 13;

/**
 * The 97.5 % quantile: 12.706 for 1 degree of freedom, 1.96 for very many.
 * @param degrees of freedom, from 1
 */
export function tQuantile(degrees: number): number {
  const perBeta = gammaRatio(degrees / 2) / Math.sqrt(Math.PI);
  let low = 0;
  let high = Math.atan(T_MAX / Math.sqrt(degrees));
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const angle = (low + high) / 2;
    if (shareWithin(angle, degrees, perBeta) < 0.95) low = angle;
    else high = angle;
  }
  return Math.tan(low) * Math.sqrt(degrees);
}

/**
 * P(|T| < t) for an angle whose tangent is t / √degrees, by the series that converges faster.
 * @param perBeta 1 / B(½, degrees / 2)
 */
function shareWithin(angle: number, degrees: number, perBeta: number): number {
  const half = degrees / 2;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const factor = perBeta * sine * cosine ** degrees;
  return sine < cosine
    ? 2 * factor * betaSeries(0.5, half, sine ** 2)
    : 1 - (factor / half) * betaSeries(half, 0.5, cosine ** 2);
}

/** A term of a series so much smaller than the sum changes no digit of it. */
const NEGLIGIBLE = 2 ** -56;

/** I_x(p, q) · p · B(p, q) / (x^p (1 − x)^q) (26.5.4). @param x at most ½ */
function betaSeries(p: number, q: number, x: number): number {
  let [term, sum] = [1, 1];
  for (let n = 0; term > sum * NEGLIGIBLE; n += 1) {
    term *= ((p + q + n) / (p + 1 + n)) * x;
    sum += term;
  }
  return sum;
}

/** From here on five terms of the series of `gammaRatio` have all places. */
const SERIES_FROM = 60;

/** Γ(a + ½) / Γ(a) (6.1.49), of a small one by the recurrence. */
function gammaRatio(a: number): number {
  let [ratio, at] = [1, a];
  for (; at < SERIES_FROM; at += 1) ratio *= at / (at + 0.5);
  const series = 1 - 1 / (8 * at) + 1 / (128 * at ** 2) + 5 / (1024 * at ** 3);
  return ratio * Math.sqrt(at) * (series - 21 / (32_768 * at ** 4) - 399 / (262_144 * at ** 5));
}
