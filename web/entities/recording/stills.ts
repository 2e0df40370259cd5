// Which still shows a moment of the recording, and where it lies in its sheet.
import {
  SHEET_COLUMNS,
  SHEET_ROWS,
  type ShownStill,
  STILL_EVERY_MS,
  STILLS_PER_SHEET,
  type StillSheet,
} from '#contract/stills.ts';

/** One still that misses is bridged by its neighbours; a missing sheet stays a gap. */
const REACH_MS = 2 * STILL_EVERY_MS;

export interface FoundStill {
  /** Index in the list of sheets. */
  sheet: number;
  /** Place in the sheet, row by row from 0. */
  place: number;
}

/** The still nearest to a time; null when none is near. @param sheets in order of time. */
export function stillAt(
  sheets: readonly Pick<StillSheet, 'timesMs'>[],
  atMs: number,
): FoundStill | null {
  let found: FoundStill | null = null;
  let leastMs = REACH_MS;
  for (const [sheet, { timesMs }] of sheets.entries()) {
    for (const [place, timeMs] of timesMs.slice(0, STILLS_PER_SHEET).entries()) {
      const distanceMs = Math.abs(timeMs - atMs);
      if (distanceMs > leastMs) continue;
      leastMs = distanceMs;
      found = { sheet, place };
    }
  }
  return found;
}

/** A hole of the still's shape, and the sheet behind it, moved so that this still is seen. */
export function stillStyles({ width, height, index }: Omit<ShownStill, 'url'>) {
  const column = index % SHEET_COLUMNS;
  const row = Math.floor(index / SHEET_COLUMNS);
  return {
    hole: { aspectRatio: `${width} / ${height}` },
    sheet: {
      width: `${SHEET_COLUMNS * 100}%`,
      height: `${SHEET_ROWS * 100}%`,
      left: `${column * -100}%`,
      top: `${row * -100}%`,
    },
  };
}
