// Heat → colours: the logarithmic scale as thresholds, looked up by the bits of each value.
import { heatColour, heatOpacity } from './heat-colours.ts';

/** Colours are relative to the hottest place, which counts as at least this many clicks on a spot. */
const FULL_HEAT_MIN_CLICKS = 4;

/** Smallest share of its heat that a place has however hot another place is. */
const KEPT_HEAT = 0.7;

/** So many steps that neighbours differ by one level of a colour channel. */
const LAST_STEP = 1023;

/**
 * Replaces each value by its RGBA pixel, in the same buffer; 0 is fully transparent already.
 * @param hottest the highest of the values
 * @param one height of one click's bell
 */
export function paintSteps(heat: Float32Array<ArrayBuffer>, hottest: number, one: number): void {
  const most = Math.max(hottest, one * FULL_HEAT_MIN_CLICKS);
  const { first, table } = placesOf(thresholdsOf(new Scale(most, one)), most);
  // Floats that are not negative compare as their bits do. Signs instead of branches: neighbours differ too often
  // to be guessed.
  const pixels = new Int32Array(heat.buffer);
  const { length } = pixels;
  for (let at = 0; at < length; at += 1) {
    const bits = pixels[at] ?? 0;
    if (bits === 0) continue;
    const from = (bits >> PLACE_BITS) - first;
    const place = PLACE_LENGTH * (from & ~(from >> 31));
    const isAbove = ((table[place] ?? 0) - 1 - bits) >>> 31;
    pixels[at] = table[place + 1 + isAbove] ?? 0;
  }
}

function bitsOf(value: number): number {
  return new Int32Array(Float32Array.of(value).buffer)[0] ?? 0;
}

/** Logarithmic: one stray click stays visible beside a button that was hit a thousand times. */
class Scale {
  readonly #one: number;
  readonly #perLog: number;
  readonly #leastPerLog = (KEPT_HEAT * LAST_STEP) / Math.log1p(FULL_HEAT_MIN_CLICKS);

  constructor(hottest: number, one: number) {
    this.#one = one;
    this.#perLog = LAST_STEP / Math.log1p(hottest / one);
  }

  stepOf(value: number): number {
    const log = Math.log1p(value / this.#one);
    const least = Math.min(log * this.#leastPerLog, KEPT_HEAT * LAST_STEP);
    return Math.round(Math.max(log * this.#perLog, least));
  }

  /** About the smallest value of a step. */
  valueNear(step: number): number {
    const edge = step - 0.5;
    const perLog = edge < KEPT_HEAT * LAST_STEP ? this.#leastPerLog : this.#perLog;
    return this.#one * Math.expm1(edge / Math.max(perLog, this.#perLog));
  }
}

/** No float's bits are more. */
const BITS_MAX = 2 ** 31 - 1;

/** For each step the bits of the smallest value that reaches it, and at the end one that none reaches. */
function thresholdsOf(scale: Scale): Int32Array {
  const thresholds = new Int32Array(LAST_STEP + 2).fill(BITS_MAX);
  const bits = new Int32Array(1);
  const value = new Float32Array(bits.buffer);
  const reaches = (step: number) => scale.stepOf(value[0] ?? 0) >= step;
  const move = (by: 1 | -1) => {
    bits[0] = (bits[0] ?? 0) + by;
  };
  for (let step = 1; step <= LAST_STEP; step += 1) {
    value[0] = scale.valueNear(step);
    while (reaches(step)) move(-1);
    while (!reaches(step)) move(1);
    thresholds[step] = bits[0] ?? 0;
  }
  return thresholds;
}

/**
 * Bits left out of a look-up: 1,024 places for each doubling of a value. Steps are further apart, at least
 * ln 5 / 1023 of it, so that no place has two thresholds.
 */
const PLACE_BITS = 13;

/**
 * Length of a place's entry in the table: the bits from which on a value has its second colour,
 * both colours, and one to spare.
 */
const PLACE_LENGTH = 4;

interface Places {
  /** Values below the first place look like it. */
  first: number;
  table: Int32Array;
}

/** Returns the places from that of the first threshold to that of the hottest value. */
function placesOf(thresholds: Int32Array, hottest: number): Places {
  const first = (thresholds[1] ?? 0) >> PLACE_BITS;
  const count = (bitsOf(hottest) >> PLACE_BITS) - first + 1;
  const table = new Int32Array(PLACE_LENGTH * count);
  let step = 0;
  for (let place = 0; place < count; place += 1) {
    const edge = thresholds[step + 1] ?? 0;
    table.set([edge, COLOURS[step] ?? 0, COLOURS[step + 1] ?? 0], PLACE_LENGTH * place);
    if (edge >> PLACE_BITS === first + place) step += 1;
  }
  return { first, table };
}

/** One RGBA pixel per step, in the machine's byte order. */
const COLOURS = makeColours();

function makeColours(): Int32Array {
  const colours = new Uint8ClampedArray((LAST_STEP + 1) * 4);
  for (let at = 0; at <= LAST_STEP; at += 1) {
    const heat = at / LAST_STEP;
    colours.set([...heatColour(heat), heatOpacity(heat) * 255], at * 4);
  }
  return new Int32Array(colours.buffer);
}
