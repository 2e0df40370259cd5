// Click positions → heat picture: bins, three box blurs, colour table; the same in browser and Node.
import { heatColour, heatOpacity } from './heat-colours.ts';

export interface HeatInput {
  /** Image pixels; points outside are left out, dots at the edge are cut. */
  points: readonly { x: number; y: number }[];
  width: number;
  height: number;
  /** How far one dot reaches, in pixels; at least 3. */
  radius: number;
}

/**
 * Paints a heat picture.
 * @returns RGBA rows of `width × height`, not premultiplied (ready for ImageData and PNG encoders),
 * fully transparent where no dot reaches. Linear in pixels and in clicks.
 */
export function paintHeat(input: HeatInput): Uint8ClampedArray<ArrayBuffer> {
  const { width, height } = input;
  const rgba = new Uint8ClampedArray(width * height * 4);
  const bins = countPoints(input);
  if (bins.rows === null) return rgba;
  const radii = boxRadii(input.radius);
  blurRows(bins.counts, width, { rows: bins.rows, radii });
  const reach = {
    from: Math.max(0, bins.rows.from - input.radius),
    to: Math.min(height, bins.rows.to + input.radius),
  };
  blurColumns(bins.counts, width, { rows: reach, radii });
  colour(rgba, bins.counts, { from: reach.from * width, to: reach.to * width, radii });
  return rgba;
}

interface Range {
  from: number;
  to: number;
}
interface Blur {
  rows: Range;
  radii: readonly number[];
}

function countPoints(input: HeatInput): { counts: Float32Array; rows: Range | null } {
  const { width, height } = input;
  const counts = new Float32Array(width * height);
  let from = height;
  let to = 0;
  for (const point of input.points) {
    const column = Math.floor(point.x);
    const row = Math.floor(point.y);
    if (!(column >= 0 && column < width && row >= 0 && row < height)) continue;
    const at = row * width + column;
    counts[at] = (counts[at] ?? 0) + 1;
    if (row < from) from = row;
    if (row >= to) to = row + 1;
  }
  return { counts, rows: to > from ? { from, to } : null };
}

/** Three boxes whose radii add up to the dot's: their convolution is a smooth bell of that reach. */
function boxRadii(radius: number): number[] {
  const small = Math.floor(radius / 3);
  const rest = radius - 3 * small;
  return [small, small + (rest > 1 ? 1 : 0), small + (rest > 0 ? 1 : 0)];
}

function blurRows(values: Float32Array, width: number, blur: Blur): void {
  const pad = reachOf(blur.radii);
  const lines = new Lines(width + 2 * pad, 1);
  for (let row = blur.rows.from; row < blur.rows.to; row += 1) {
    const cells = values.subarray(row * width, (row + 1) * width);
    lines.clear();
    lines.now.set(cells, pad);
    for (const radius of blur.radii) lines.boxSum(radius);
    cells.set(lines.now.subarray(pad, pad + width));
  }
}

/** Columns of one cache line's width are blurred together: a column alone touches a line per cell. */
const COLUMNS_AT_ONCE = 16;

function blurColumns(values: Float32Array, width: number, blur: Blur): void {
  const pad = reachOf(blur.radii);
  const length = blur.rows.to - blur.rows.from;
  for (let column = 0; column < width; column += COLUMNS_AT_ONCE) {
    const stride = Math.min(COLUMNS_AT_ONCE, width - column);
    const lines = new Lines(length + 2 * pad, stride);
    const start = blur.rows.from * width + column;
    for (let row = 0; row < length; row += 1) {
      const at = start + row * width;
      lines.now.set(values.subarray(at, at + stride), (row + pad) * stride);
    }
    for (const radius of blur.radii) lines.boxSum(radius);
    for (let row = 0; row < length; row += 1) {
      const at = (row + pad) * stride;
      values.set(lines.now.subarray(at, at + stride), start + row * width);
    }
  }
}

/** How far three boxes reach together. */
function reachOf(radii: readonly number[]): number {
  return radii.reduce((sum, radius) => sum + radius, 0);
}

/**
 * `stride` interleaved lines that are blurred together. They are longer than the picture by the
 * dot's reach at both ends: what one box carries beyond the edge, the next one brings back.
 */
class Lines {
  now: Float32Array;
  #next: Float32Array;
  readonly #stride: number;

  constructor(length: number, stride: number) {
    this.now = new Float32Array(length * stride);
    this.#next = new Float32Array(length * stride);
    this.#stride = stride;
  }

  clear(): void {
    this.now.fill(0);
  }

  /** Running sums, kept in doubles, so that what went in comes out again without a residue. */
  boxSum(radius: number): void {
    const from = this.now;
    const { length } = from;
    const to = this.#next;
    const stride = this.#stride;
    const reach = radius * stride;
    for (let line = 0; line < stride; line += 1) {
      let sum = 0;
      for (let at = line; at < Math.min(reach, length); at += stride) sum += from[at] ?? 0;
      for (let at = line; at < length; at += stride) {
        if (at + reach < length) sum += from[at + reach] ?? 0;
        to[at] = sum;
        if (at >= reach) sum -= from[at - reach] ?? 0;
      }
    }
    this.#next = from;
    this.now = to;
  }
}

/** Colours are relative to the hottest place, which counts as at least this many clicks on a spot. */
const FULL_HEAT_MIN_CLICKS = 4;

/** However hot another place is, a place keeps this part of the heat that it has in a picture of few clicks. */
const KEPT_HEAT = 0.7;

function colour(
  rgba: Uint8ClampedArray,
  heat: Float32Array,
  range: Range & { radii: readonly number[] },
): void {
  const one = peakOfOne(range.radii);
  let hottest = one * FULL_HEAT_MIN_CLICKS;
  for (let at = range.from; at < range.to; at += 1) hottest = Math.max(hottest, heat[at] ?? 0);
  const pixels = new Uint32Array(rgba.buffer);
  // Logarithmic: one stray click stays visible beside a button that was hit a thousand times.
  const perLog = LAST_COLOUR / Math.log1p(hottest / one);
  const keptPerLog = (KEPT_HEAT * LAST_COLOUR) / Math.log1p(FULL_HEAT_MIN_CLICKS);
  const keptMost = KEPT_HEAT * LAST_COLOUR;
  for (let at = range.from; at < range.to; at += 1) {
    const value = heat[at] ?? 0;
    if (value <= 0) continue;
    const log = Math.log1p(value / one);
    pixels[at] =
      COLOURS[Math.round(Math.max(log * perLog, Math.min(log * keptPerLog, keptMost)))] ?? 0;
  }
}

/** Height of one click's bell, to count heat in clicks. */
function peakOfOne(radii: readonly number[]): number {
  const reach = reachOf(radii);
  const lines = new Lines(2 * reach + 1, 1);
  lines.now[reach] = 1;
  for (const radius of radii) lines.boxSum(radius);
  return (lines.now[reach] ?? 1) ** 2;
}

/** So many steps that neighbours differ by one level of a colour channel. */
const LAST_COLOUR = 1023;

/** One RGBA pixel per step, in the machine's byte order. */
const COLOURS = makeColours();

function makeColours(): Uint32Array {
  const colours = new Uint8ClampedArray((LAST_COLOUR + 1) * 4);
  for (let at = 0; at <= LAST_COLOUR; at += 1) {
    const heat = at / LAST_COLOUR;
    colours.set([...heatColour(heat), heatOpacity(heat) * 255], at * 4);
  }
  return new Uint32Array(colours.buffer);
}
