// Heat → colours: the logarithmic scale as thresholds, looked up by the bits of each value.
import { heatColour, heatOpacity } from './heat-colours.ts';

/** Colours are relative to the hottest place, which counts as at least this many clicks on a spot. */
const FULL_HEAT_MIN_CLICKS = 4;

/** However hot another place is, a place keeps this part of the heat that it has in a picture of few clicks. */
const KEPT_HEAT = 0.7;

/** So many steps that neighbours differ by one level of a colour channel. */
const LAST_STEP = 1023;

/**
 * Replaces each value by its RGBA pixel, in the same buffer; 0 is fully transparent already.
 * @param one height of one click's bell
 */
export function paintSteps(heat: Float32Array<ArrayBuffer>, one: number): void {
  // Floats above 0 compare as their bits do.
  const pixels = new Uint32Array(heat.buffer);
  const hottest = Math.max(hottestOf(heat), one * FULL_HEAT_MIN_CLICKS);
  const thresholds = thresholdsOf(new Scale(hottest, one));
  const first = (thresholds[1] ?? 0) >>> COARSE;
  const steps = coarseSteps(thresholds, first);
  const cold = COLOURS[0] ?? 0;
  for (let at = 0; at < pixels.length; at += 1) {
    const bits = pixels[at] ?? 0;
    if (bits === 0) continue;
    const coarse = (bits >>> COARSE) - first;
    if (coarse < 0) {
      pixels[at] = cold;
      continue;
    }
    let step = steps[coarse] ?? 0;
    while (bits >= (thresholds[step + 1] ?? 0)) step += 1;
    pixels[at] = COLOURS[step] ?? 0;
  }
}

function hottestOf(heat: Float32Array): number {
  let hottest = 0;
  for (let at = 0; at < heat.length; at += 1) {
    const value = heat[at] ?? 0;
    if (value > hottest) hottest = value;
  }
  return hottest;
}

/** Logarithmic: one stray click stays visible beside a button that was hit a thousand times. */
class Scale {
  readonly #one: number;
  readonly #perLog: number;
  readonly #keptPerLog = (KEPT_HEAT * LAST_STEP) / Math.log1p(FULL_HEAT_MIN_CLICKS);

  constructor(hottest: number, one: number) {
    this.#one = one;
    this.#perLog = LAST_STEP / Math.log1p(hottest / one);
  }

  stepOf(value: number): number {
    const log = Math.log1p(value / this.#one);
    const kept = Math.min(log * this.#keptPerLog, KEPT_HEAT * LAST_STEP);
    return Math.round(Math.max(log * this.#perLog, kept));
  }

  /** About the smallest value of a step. */
  valueNear(step: number): number {
    const edge = step - 0.5;
    const perLog = edge < KEPT_HEAT * LAST_STEP ? this.#keptPerLog : this.#perLog;
    return this.#one * Math.expm1(edge / Math.max(perLog, this.#perLog));
  }
}

/** For each step the bits of the smallest value that reaches it, and at the end one that none reaches. */
function thresholdsOf(scale: Scale): Uint32Array {
  const thresholds = new Uint32Array(LAST_STEP + 2).fill(0xffffffff);
  const bits = new Uint32Array(1);
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

/** Bits left out of the first look-up: 256 places for each doubling of the heat hold at most a few steps each. */
const COARSE = 15;

/** The step of the smallest value in each place, from the place of the first threshold to that of the last. */
function coarseSteps(thresholds: Uint32Array, first: number): Uint16Array {
  const last = (thresholds[LAST_STEP] ?? 0) >>> COARSE;
  const steps = new Uint16Array(last - first + 1);
  let step = 0;
  for (let place = first; place <= last; place += 1) {
    while ((thresholds[step + 1] ?? 0) <= place << COARSE) step += 1;
    steps[place - first] = step;
  }
  return steps;
}

/** One RGBA pixel per step, in the machine's byte order. */
const COLOURS = makeColours();

function makeColours(): Uint32Array {
  const colours = new Uint8ClampedArray((LAST_STEP + 1) * 4);
  for (let at = 0; at <= LAST_STEP; at += 1) {
    const heat = at / LAST_STEP;
    colours.set([...heatColour(heat), heatOpacity(heat) * 255], at * 4);
  }
  return new Uint32Array(colours.buffer);
}
