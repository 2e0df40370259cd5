// Times of people: the middle one with its 95 % interval, which of them are far out, and a histogram of many.
import { type Average, DOTS_MAX, type Times } from '#contract/numbers.ts';
import { meanOf } from './mean.ts';
import { SHARE_FROM } from './share.ts';

/**
 * Smallest number of times that gets a median; below it, the geometric mean is the better estimate
 * (Sauro and Lewis 2010).
 */
const MEDIAN_FROM = 25;

/** Shorter times count as this in logarithms: no one does anything in less, and 0 has no logarithm. */
const SHORTEST_MS = 100;

/** Rounding in logarithms must not put a time outside of its own fence. */
const ROUNDING = 1 + 1e-9;

type PersonsTime = Pick<NonNullable<Times['values']>[number], 'sessionId' | 'ms'>;

/** @param people one time each, in any order; one below 0, of a clock that jumped, counts as 0 */
export function timesOf(people: readonly PersonsTime[]): Times {
  if (people.length > DOTS_MAX) return manyTimesOf(people.map(({ ms }) => ms));
  const times = people
    .map(({ sessionId, ms }) => ({ sessionId, ms: Math.max(0, ms) }))
    .sort((a, b) => a.ms - b.ms);
  const sorted = times.map(({ ms }) => ms);
  const farOutAboveMs = farOutAbove(sorted);
  const values = times.map((time) => ({ ...time, isOutlier: time.ms > farOutAboveMs }));
  return { average: averageTime(sorted), values, histogram: [] };
}

/** Times of more people than have a dot each. @param timesMs in any order; one below 0 counts as 0 */
export function manyTimesOf(timesMs: readonly number[]): Times {
  const sorted = timesMs.map((ms) => Math.max(0, ms)).sort((a, b) => a - b);
  return { average: averageTime(sorted), values: null, histogram: histogramOf(sorted) };
}

/** @param timesMs in any order; one below 0 counts as 0 */
export function averageTime(timesMs: readonly number[]): Average {
  const sorted = timesMs.map((ms) => Math.max(0, ms)).sort((a, b) => a - b);
  return sorted.length < MEDIAN_FROM ? geometricMeanOf(sorted) : medianOf(sorted);
}

/** Returns the times of fewer than five people in ascending order, else null: a middle one says more of many. */
export function singleTimes(timesMs: readonly number[]): number[] | null {
  return timesMs.length < SHARE_FROM ? timesMs.toSorted((a, b) => a - b) : null;
}

/** The geometric mean with the t-interval on logarithms, taken back to milliseconds (Sauro and Lewis 2010). */
export function geometricMeanOf(timesMs: readonly number[]): Average {
  const { n, value, low, high } = meanOf(timesMs.map(logarithm));
  const back = (logarithm: number | null) => (logarithm === null ? null : Math.exp(logarithm));
  return {
    n,
    kind: 'geometric_mean',
    value: back(value),
    low: back(low),
    high: back(high),
    q1: null,
    q3: null,
  };
}

function medianOf(sorted: readonly number[]): Average {
  const n = sorted.length;
  const rank = lowRank(n);
  return {
    n,
    kind: 'median',
    value: quantile(sorted, 0.5),
    low: sorted[rank - 1] ?? null,
    high: sorted[n - rank] ?? null,
    q1: quantile(sorted, 0.25),
    q3: quantile(sorted, 0.75),
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
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? Number.NaN;
  return low + (high - low) * (at - Math.floor(at));
}

/** Q3 + 3 IQR of the logarithms, in milliseconds. A time above it is drawn hollow, and counts like any other. */
export function farOutAbove(sorted: readonly number[]): number {
  const logarithms = sorted.map(logarithm);
  const [q1, q3] = [quantile(logarithms, 0.25), quantile(logarithms, 0.75)];
  return Math.exp(q3 + 3 * (q3 - q1)) * ROUNDING;
}

/** A bar for each tenth more of time on the axis' ten-fold: narrower than a difference that matters. */
const BARS_PER_TENFOLD = 10;

/** Bars from the shortest time's to the longest's, those without people between them too. */
function histogramOf(sorted: readonly number[]): Times['histogram'] {
  const barOf = (ms: number) =>
    Math.floor(Math.log10(Math.max(SHORTEST_MS, ms)) * BARS_PER_TENFOLD);
  const startMs = (bar: number) => 10 ** (bar / BARS_PER_TENFOLD);
  const people = Map.groupBy(sorted, barOf);
  const first = barOf(sorted[0] ?? 0);
  const bars = barOf(sorted.at(-1) ?? 0) - first + 1;
  return Array.from({ length: bars }, (_, at) => ({
    fromMs: startMs(first + at),
    toMs: startMs(first + at + 1),
    people: people.get(first + at)?.length ?? 0,
  }));
}

export function logarithm(ms: number): number {
  return Math.log(Math.max(SHORTEST_MS, ms));
}
