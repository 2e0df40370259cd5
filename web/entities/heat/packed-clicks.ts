// Clicks on a screen's image in one buffer, which a worker takes quickly however many they are.
import type { MarkedClick } from '#insight/marks.ts';
import type { ClickCount } from '#web/entities/recording/click-count.ts';

/** Column, row, weight, and 1 for a missed click, one after the other; image pixels. */
export type PackedClicks = Float32Array<ArrayBuffer>;

export type WeightedClick = MarkedClick & { weight: number };

const FIELDS = 4;

export function packClicks(clicks: readonly (MarkedClick & { weight?: number })[]): PackedClicks {
  const packed = new Float32Array(FIELDS * clicks.length);
  for (const [at, { x, y, weight = 1, missed }] of clicks.entries()) {
    packed.set([x, y, weight, Number(missed)], FIELDS * at);
  }
  return packed;
}

/** Bins of the API, of which some missed: those that are in the misclicks' bins too. */
export function packBins(bins: HeatBinLists, missed: HeatBinLists | null): PackedClicks {
  const packed = new Float32Array(FIELDS * bins.x.length);
  const missedAt = new Set(missed?.x.map((x, at) => keyOf(x, missed.y[at] ?? 0)));
  for (const [at, x] of bins.x.entries()) {
    const y = bins.y[at] ?? 0;
    // The middle of the click's pixel.
    packed[FIELDS * at] = x + 0.5;
    packed[FIELDS * at + 1] = y + 0.5;
    packed[FIELDS * at + 2] = bins.weight[at] ?? 0;
    packed[FIELDS * at + 3] = Number(missedAt.has(keyOf(x, y)));
  }
  return packed;
}

/** Three lists of one length, as `results.heat` answers them. */
export interface HeatBinLists {
  x: readonly number[];
  y: readonly number[];
  weight: readonly number[];
}

/** No image is as wide. */
const ROW = 2 ** 26;

function keyOf(x: number, y: number): number {
  return y * ROW + x;
}

/** Returns the number of marks, and of the crosses among them. */
export function marksIn(packed: PackedClicks): ClickCount {
  let misclicks = 0;
  for (let at = FIELDS - 1; at < packed.length; at += FIELDS) misclicks += packed[at] ?? 0;
  return { clicks: packed.length / FIELDS, misclicks };
}

export function unpackClicks(packed: PackedClicks): WeightedClick[] {
  return Array.from({ length: packed.length / FIELDS }, (_, click) => {
    const at = FIELDS * click;
    const [x = 0, y = 0, weight = 0, missed] = packed.subarray(at, at + FIELDS);
    return { x, y, weight, missed: missed === 1 };
  });
}
