// Weighted bins → heat picture: three box blurs each way and a colour scale; the same in browser, worker and Node.
import { paintSteps } from './heat-steps.ts';

export interface HeatInput {
  /** Result of `heatBins`; bins outside the picture are left out, dots at its edge are cut. */
  bins: Float32Array;
  /** Size of the picture in pixels. */
  width: number;
  height: number;
  /** Reach of one dot, in pixels; at least 3. */
  radius: number;
}

interface HeatPoint {
  /** Image pixels. */
  x: number;
  y: number;
  /** Number of clicks that it counts as: more than 0, and 1 by default. */
  weight?: number;
}

/**
 * Returns points as bins: column, row and weight of each, one after the other, in one buffer that
 * can be transferred to a worker.
 * @param scale size of the painted picture as a share of the one that the points belong to
 */
export function heatBins(points: readonly HeatPoint[], scale = 1): Float32Array<ArrayBuffer> {
  const bins = new Float32Array(3 * points.length);
  let at = 0;
  for (const { x, y, weight = 1 } of points) {
    bins[at] = Math.floor(x * scale);
    bins[at + 1] = Math.floor(y * scale);
    bins[at + 2] = weight;
    at += 3;
  }
  return bins;
}

/**
 * Paints a heat picture.
 * @returns RGBA rows of `width × height`, not premultiplied (ready for ImageData and PNG encoders),
 * fully transparent where no dot reaches. Linear in pixels and in bins.
 */
export function paintHeat(input: HeatInput): Uint8ClampedArray<ArrayBuffer> {
  const { heat, hottest } = sumHeat(input);
  paintSteps(heat, hottest, peakOf(input.radius));
  return new Uint8ClampedArray(heat.buffer);
}

/** Height of the bell of one click: three boxes each way, whose offsets cancel in so many ways. */
export function peakOf(radius: number): number {
  const { twice, once } = boxesOf(radius);
  let ways = 0;
  for (let one = -twice.radius; one <= twice.radius; one += 1) {
    for (let other = -twice.radius; other <= twice.radius; other += 1) {
      if (Math.abs(one + other) <= once.radius) ways += 1;
    }
  }
  return ways ** 2;
}

interface HeatSum {
  /** Heat values by rows. */
  heat: Float32Array<ArrayBuffer>;
  /** The highest of them. */
  hottest: number;
}

/**
 * The heat before colours: the sum of all bins' bells, each `peakOf(radius)` high and as many times its weight.
 * Exact but for rounding to 32 bits, and for weights that need more bits than `unitOf` has.
 */
export function sumHeat(input: HeatInput): HeatSum {
  const { width, height, radius } = input;
  const heat = new Float32Array(width * height);
  const bins = sortByRow(input);
  if (bins === null) return { heat, hottest: 0 };
  const taps = tapsOf(radius);
  const blur = new Blur(bins, taps);
  // Nothing above the picture is hotter than its first row.
  const above = new Float32Array(width);
  let lastHot = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < height + radius; row += 1) {
    if ((bins.starts[row + 1] ?? 0) > (bins.starts[row] ?? 0)) lastHot = row;
    // The sums of what ended are exactly 0 again: nothing is left to add up.
    if (row > lastHot + taps.length) continue;
    blur.step(row, row < radius ? above : heat.subarray((row - radius) * width));
  }
  return { heat, hottest: Math.fround(blur.hottest) };
}

interface Box {
  radius: number;
  width: number;
}

/** Three boxes whose radii add up to the dot's: their convolution is a smooth bell of that reach. */
function boxesOf(radius: number): { twice: Box; once: Box } {
  const boxOf = (reach: number): Box => ({ radius: reach, width: 2 * reach + 1 });
  const small = Math.floor(radius / 3);
  const rest = radius - 3 * small;
  return { twice: boxOf(small + (rest > 1 ? 1 : 0)), once: boxOf(small + (rest === 1 ? 1 : 0)) };
}

/**
 * The bell as what is to be added up three times: 1 − 2·z^a − z^b + z^2a + 2·z^(a+b) − z^(2a+b), which is
 * (1 − z^a)² (1 − z^b) for boxes of widths a, a and b (Hogenauer 1981).
 */
interface Taps {
  a: number;
  b: number;
  radius: number;
  /** Distance from the first to the last. */
  length: number;
}

function tapsOf(radius: number): Taps {
  const { twice, once } = boxesOf(radius);
  return { a: twice.width, b: once.width, radius, length: 2 * twice.width + once.width };
}

/** Bins within the picture, the top row's first. */
interface SortedBins {
  /** Start of each row's bins, and the end of the last row. */
  starts: Uint32Array;
  columns: Uint32Array;
  weights: Float64Array;
  /** Columns that heat reaches: `to` is behind the last. */
  from: number;
  to: number;
  width: number;
}

/** @returns null without bins in the picture */
function sortByRow(input: HeatInput): SortedBins | null {
  const { bins, width, height, radius } = input;
  const { starts, first, last, most } = countRows(input);
  if (most === 0) return null;
  const columns = new Uint32Array(starts[height + 1] ?? 0);
  const weights = new Float64Array(columns.length);
  const unit = unitOf(most * peakOf(radius));
  for (let at = 0; at < bins.length; at += 3) {
    if (!isInside(input, at)) continue;
    const row = bins[at + 1] ?? 0;
    const to = starts[row + 1] ?? 0;
    starts[row + 1] = to + 1;
    columns[to] = bins[at] ?? 0;
    weights[to] = Math.round((bins[at + 2] ?? 0) / unit) * unit;
  }
  const [from, to] = [Math.max(0, first - radius), Math.min(width, last + radius + 1)];
  return { starts, columns, weights, from, to, width };
}

/**
 * @returns where rows start, one place further than they do: putting bins there moves each start to its own;
 * and the most weight that the rows within one bell's reach hold together
 */
function countRows(input: HeatInput) {
  const { bins, width, height, radius } = input;
  const starts = new Uint32Array(height + 2);
  const weights = new Float64Array(height);
  let first = width;
  let last = 0;
  for (let at = 0; at < bins.length; at += 3) {
    if (!isInside(input, at)) continue;
    const column = bins[at] ?? 0;
    const row = bins[at + 1] ?? 0;
    starts[row + 2] = (starts[row + 2] ?? 0) + 1;
    if (column < first) first = column;
    if (column > last) last = column;
    weights[row] = (weights[row] ?? 0) + (bins[at + 2] ?? 0);
  }
  let sum = 0;
  for (let row = 0; row < starts.length; row += 1) {
    sum += starts[row] ?? 0;
    starts[row] = sum;
  }
  return { starts, first, last, most: mostTogether(weights, 2 * radius + 1) };
}

/** The largest sum of so many values beside each other. */
function mostTogether(values: Float64Array, count: number): number {
  let sum = 0;
  let most = 0;
  for (const [at, value] of values.entries()) {
    sum += value - (values[at - count] ?? 0);
    if (sum > most) most = sum;
  }
  return most;
}

function isInside({ bins, width, height }: HeatInput, at: number): boolean {
  const column = bins[at] ?? 0;
  const row = bins[at + 1] ?? 0;
  return column >= 0 && column < width && row >= 0 && row < height && (bins[at + 2] ?? 0) > 0;
}

/**
 * Weights are multiples of it, so that every sum fits into a double's 53 bits, with one more for sums on the way,
 * and what went in comes out again without a residue.
 */
function unitOf(most: number): number {
  return 2 ** (Math.ceil(Math.log2(most)) + 1 - 53);
}

/**
 * Blurs row by row: the first box down where bins begin and end, three boxes along the row, and the
 * other two down as differences of stored rows, (1 − z^a)(1 − z^b), added up twice.
 */
class Blur {
  readonly #bins: SortedBins;
  readonly #taps: Taps;
  /** Contents of the first box down, as differences that are added up along the row. */
  readonly #held: Float64Array;
  /** The last a rows, and the last b rows of their differences; each row in the place of the oldest. */
  readonly #rows: Float64Array;
  readonly #differences: Float64Array;
  /** Two for each column. */
  readonly #sums: Float64Array;
  /** The most that a step gave. */
  hottest = 0;

  constructor(bins: SortedBins, taps: Taps) {
    const { width } = bins;
    this.#bins = bins;
    this.#taps = taps;
    this.#held = new Float64Array(width + taps.length);
    this.#rows = new Float64Array(taps.a * width);
    this.#differences = new Float64Array(taps.b * width);
    this.#sums = new Float64Array(2 * width);
  }

  /**
   * Adds one row. Rows come one after the other; after many empty ones all stored values are 0.
   * @param heat begins with the row that is complete now, one radius above
   */
  step(row: number, heat: Float32Array): void {
    const { a, b, radius } = this.#taps;
    this.#take(row, 1);
    this.#take(row - a, -1);
    const { from, to, width } = this.#bins;
    const held = this.#held;
    const rows = this.#rows.subarray((row % a) * width);
    const differences = this.#differences.subarray((row % b) * width);
    const sums = this.#sums;
    let { hottest } = this;
    let [first, second, third] = [0, 0, 0];
    for (let at = from; at < from + radius; at += 1) {
      first += held[at] ?? 0;
      second += first;
      third += second;
    }
    for (let column = from; column < to; column += 1) {
      first += held[column + radius] ?? 0;
      second += first;
      third += second;
      const difference = third - (rows[column] ?? 0);
      rows[column] = third;
      const once = (sums[2 * column] ?? 0) + difference - (differences[column] ?? 0);
      differences[column] = difference;
      const twice = (sums[2 * column + 1] ?? 0) + once;
      sums[2 * column] = once;
      sums[2 * column + 1] = twice;
      heat[column] = twice;
      if (twice > hottest) hottest = twice;
    }
    this.hottest = hottest;
  }

  #take(row: number, sign: 1 | -1): void {
    const { starts, columns, weights } = this.#bins;
    const { a, b } = this.#taps;
    const held = this.#held;
    const end = starts[row + 1] ?? 0;
    for (let bin = starts[row] ?? 0; bin < end; bin += 1) {
      const at = columns[bin] ?? 0;
      const weight = sign * (weights[bin] ?? 0);
      held[at] = (held[at] ?? 0) + weight;
      held[at + a] = (held[at + a] ?? 0) - 2 * weight;
      held[at + b] = (held[at + b] ?? 0) - weight;
      held[at + 2 * a] = (held[at + 2 * a] ?? 0) + weight;
      held[at + a + b] = (held[at + a + b] ?? 0) + 2 * weight;
      held[at + 2 * a + b] = (held[at + 2 * a + b] ?? 0) - weight;
    }
  }
}
