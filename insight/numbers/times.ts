// Times of people: the middle one with its 95 % interval, and from where on a time is far out.
import { meanOf } from './mean.ts';

/** From this many times on we show the median; below, the geometric mean is the better guess (Sauro and Lewis 2010). */
const MEDIAN_FROM = 25;

/** Shorter times count as this in logarithms: nothing is done in less, and 0 has no logarithm. */
const SHORTEST_MS = 100;

/** Rounding in logarithms must not put a time outside of its own fence. */
const ROUNDING = 1 + 1e-9;

/** All in milliseconds. */
export interface TimeInterval {
  lowMs: number;
  highMs: number;
}

export interface Times {
  /** Values behind it. */
  n: number;
  /** What `middleMs` is; the label says it. */
  kind: 'geometric_mean' | 'median';
  middleMs: number;
  /** Null for a single time. */
  interval: TimeInterval | null;
  /** The half in the middle: between the first and the third quartile. With a median alone. */
  quartiles: TimeInterval | null;
  /** A time above it is drawn hollow, and counted like any other: beyond Q3 + 3 IQR of the logarithms. */
  farOutAboveMs: number;
}

/**
 * @param timesMs in any order; one below 0, of a clock that jumped, counts as 0
 * @returns null when there are none
 */
export function timesOf(timesMs: readonly number[]): Times | null {
  const sorted = timesMs.map((timeMs) => Math.max(0, timeMs)).sort((a, b) => a - b);
  const n = sorted.length;
  if (n === 0) return null;
  const logarithms = sorted.map((timeMs) => Math.log(Math.max(SHORTEST_MS, timeMs)));
  const [q1, q3] = [quantile(logarithms, 0.25), quantile(logarithms, 0.75)];
  const farOutAboveMs = Math.exp(q3 + 3 * (q3 - q1)) * ROUNDING;
  if (n >= MEDIAN_FROM) return { n, ...medianOf(sorted), farOutAboveMs };
  return { n, ...geometricMeanOf(logarithms), farOutAboveMs };
}

/** The t-interval on logarithms, taken back to milliseconds (Sauro and Lewis 2010). */
function geometricMeanOf(logarithms: readonly number[]) {
  const { mean = Number.NaN, interval = null } = meanOf(logarithms) ?? {};
  return {
    kind: 'geometric_mean' as const,
    middleMs: Math.exp(mean),
    interval: interval && { lowMs: Math.exp(interval.low), highMs: Math.exp(interval.high) },
    quartiles: null,
  };
}

function medianOf(sorted: readonly number[]) {
  const rank = lowRank(sorted.length);
  return {
    kind: 'median' as const,
    middleMs: quantile(sorted, 0.5),
    interval: { lowMs: sorted[rank - 1] ?? 0, highMs: sorted[sorted.length - rank] ?? 0 },
    quartiles: { lowMs: quantile(sorted, 0.25), highMs: quantile(sorted, 0.75) },
  };
}

/**
 * The r for which the r-th smallest and the r-th largest of n hold the median with 95 % or a little more: the greatest
 * with P(Binomial(n, ½) < r) ≤ 2.5 %, counted exactly (Conover 1999, section 3.2). 0 below 6 values.
 */
export function lowRank(n: number): number {
  let logarithm = -n * Math.LN2;
  let below = 0;
  for (let k = 0; k < n; k += 1) {
    below += Math.exp(logarithm);
    if (below > 0.025) return k;
    logarithm += Math.log((n - k) / (k + 1));
  }
  return 0;
}

/** Between the two nearest values in proportion: type 7 of Hyndman and Fan 1996, as percentile_cont of SQL. */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}
