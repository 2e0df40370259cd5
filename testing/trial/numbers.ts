// The formulas of docs/metrics.md, written a second time and without the product's code.

const Z = 1.959964;

export interface Share {
  k: number;
  n: number;
  share: number | null;
  low: number | null;
  high: number | null;
}

/** Wilson 1927; counts alone below five. */
export function share(k: number, n: number): Share {
  if (n < 5) return { k, n, share: null, low: null, high: null };
  const [p, z2] = [k / n, Z ** 2 / n];
  const half = Z * Math.sqrt((p * (1 - p)) / n + z2 / 4 / n);
  const [low, high] = [-1, 1].map((sign) => (p + z2 / 2 + sign * half) / (1 + z2));
  return { k, n, share: p, low: k === 0 ? 0 : (low ?? 0), high: k === n ? 1 : (high ?? 1) };
}

export interface Middle {
  n: number;
  kind: 'geometric_mean' | 'median' | 'mean';
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Mean with its t-interval; null where n is too small. */
export function mean(values: readonly number[]): Middle {
  const n = values.length;
  if (n === 0) return { n, kind: 'mean', value: null, low: null, high: null };
  const value = total(values) / n;
  if (n < 2) return { n, kind: 'mean', value, low: null, high: null };
  const spread = Math.sqrt(total(values.map((one) => (one - value) ** 2)) / (n - 1));
  const half = (tQuantile(n - 1) * spread) / Math.sqrt(n);
  return { n, kind: 'mean', value, low: value - half, high: value + half };
}

/** Geometric mean below 25 values, else the median with the interval of order statistics. */
export function middleTime(times: readonly number[]): Middle {
  if (times.length < 25) {
    const logs = mean(times.map((ms) => Math.log(Math.max(100, ms))));
    const back = (value: number | null) => (value === null ? null : Math.exp(value));
    const { n, value, low, high } = logs;
    return { n, kind: 'geometric_mean', value: back(value), low: back(low), high: back(high) };
  }
  const sorted = times.toSorted((a, b) => a - b);
  const n = sorted.length;
  let [r, below] = [0, 0.5 ** n];
  // P(Binomial(n, ½) < r) of the next r.
  while (below <= 0.025) {
    r += 1;
    below += choose(n, r) * 0.5 ** n;
  }
  return {
    n,
    kind: 'median',
    value: quantile(sorted, 0.5),
    low: sorted[r - 1] ?? null,
    high: sorted[n - r] ?? null,
  };
}

/** Type 7 of Hyndman and Fan 1996. */
export function quantile(sorted: readonly number[], p: number): number {
  const at = (sorted.length - 1) * p;
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (values: readonly number[]) =>
  values.length === 0
    ? null
    : quantile(
        values.toSorted((a, b) => a - b),
        0.5,
      );

export const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** The 97.5 % quantile of Student's t, by Simpson's rule and bisection. */
function tQuantile(df: number): number {
  let [low, high] = [1.9, 13];
  for (let round = 0; round < 50; round += 1) {
    const middle = (low + high) / 2;
    if (tTail(middle, df) > 0.025) low = middle;
    else high = middle;
  }
  return low;
}

function tTail(t: number, df: number): number {
  const density = (x: number) => (1 + x ** 2 / df) ** (-(df + 1) / 2);
  // The substitution x = tan(u) makes the whole line finite.
  const part = (from: number, to: number) => {
    const steps = 2000;
    const width = (to - from) / steps;
    const heights = Array.from({ length: steps + 1 }, (_, at) => {
      const u = from + at * width;
      const weight = at === 0 || at === steps ? 1 : at % 2 === 1 ? 4 : 2;
      return (weight * density(Math.tan(u))) / Math.cos(u) ** 2;
    });
    return (total(heights) * width) / 3;
  };
  const end = Math.PI / 2 - 1e-7;
  return part(Math.atan(t), end) / (2 * part(0, end));
}

export function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let ways = 1;
  for (let at = 1; at <= k; at += 1) ways = (ways * (n - k + at)) / at;
  return ways;
}

export interface Difference {
  value: number;
  low: number;
  high: number;
}

/** Newcombe 1998, method 10. */
export function shareDifference(a: Share, b: Share): Difference | null {
  if (a.share === null || b.share === null) return null;
  const value = a.share - b.share;
  const [low1, high1, low2, high2] = [a.low ?? 0, a.high ?? 1, b.low ?? 0, b.high ?? 1];
  return {
    value,
    low: value - Math.hypot(a.share - low1, high2 - b.share),
    high: value + Math.hypot(high1 - a.share, b.share - low2),
  };
}

/** Welch 1947, cut to the width of the scale. */
export function meanDifference(
  a: readonly number[],
  b: readonly number[],
  width = Number.POSITIVE_INFINITY,
): Difference {
  const [one, other] = [a, b].map((values) => {
    const n = values.length;
    const middle = total(values) / n;
    return { n, middle, error: total(values.map((x) => (x - middle) ** 2)) / (n - 1) / n };
  });
  if (!(one && other)) throw new Error('two groups');
  const errors = one.error + other.error;
  const df = errors ** 2 / (one.error ** 2 / (one.n - 1) + other.error ** 2 / (other.n - 1));
  const value = one.middle - other.middle;
  const half = tQuantile(df) * Math.sqrt(errors);
  return { value, low: Math.max(-width, value - half), high: Math.min(width, value + half) };
}

/** Welch's difference of the logarithms, taken back. */
export function timeRatio(a: readonly number[], b: readonly number[]): Difference {
  const logs = (times: readonly number[]) => times.map((ms) => Math.log(Math.max(100, ms)));
  const { value, low, high } = meanDifference(logs(a), logs(b));
  return { value: Math.exp(value), low: Math.exp(low), high: Math.exp(high) };
}

/** P(k or more of n). */
export const binomialTail = (k: number, n: number, p: number) =>
  total(
    Array.from(
      { length: n - k + 1 },
      (_, at) => choose(n, k + at) * p ** (k + at) * (1 - p) ** (n - k - at),
    ),
  );

/** Fisher 1922: a or more of the m who pressed fail, f of N fail. */
export const fisherTail = (a: number, m: number, { f, N }: { f: number; N: number }) =>
  total(
    Array.from(
      { length: Math.max(0, Math.min(m, f) - a + 1) },
      (_, at) => choose(f, a + at) * choose(N - f, m - a - at),
    ),
  ) / choose(N, m);
