// Which still shows a moment of the recording, and where it lies in its sheet.
import type { CSSProperties } from 'react';
import {
  SHEET_COLUMNS,
  SHEET_ROWS,
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

/** A box of the still's shape with the sheet behind it, moved so that this still is seen. */
export function stillStyle(
  { url, width, height }: Pick<StillSheet, 'url' | 'width' | 'height'>,
  place: number,
): CSSProperties {
  const column = place % SHEET_COLUMNS;
  const row = Math.floor(place / SHEET_COLUMNS);
  return {
    aspectRatio: `${width} / ${height}`,
    backgroundImage: `url("${url}")`,
    backgroundSize: `${SHEET_COLUMNS * 100}% ${SHEET_ROWS * 100}%`,
    backgroundPosition: `${percent(column, SHEET_COLUMNS)} ${percent(row, SHEET_ROWS)}`,
  };
}

/** CSS moves a background by a share of what stands out: the last place is at 100%. */
function percent(at: number, count: number): string {
  return `${(at / (count - 1)) * 100}%`;
}
