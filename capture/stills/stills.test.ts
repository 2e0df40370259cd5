// Numbers of the sheets of a recording that another visit continues: none is used twice.
import { expect, it } from 'vitest';
import { STILL_EVERY_MS, STILLS_PER_SHEET } from '#contract/stills.ts';
import { firstSheetAfter } from './stills.ts';

const SHEET_MS = STILLS_PER_SHEET * STILL_EVERY_MS;

it.each([
  [0, 0],
  [SHEET_MS - 3 * STILL_EVERY_MS, 0],
  [SHEET_MS - 2 * STILL_EVERY_MS, 2],
  [3 * SHEET_MS, 4],
])('what follows %i ms begins with sheet %i', (recordedMs, sheet) => {
  expect(firstSheetAfter(recordedMs)).toBe(sheet);
});

it.each([
  [[20_000, 20_000, 20_000]],
  [[1000, 19_000, 41_000, 18_000, 2000, 60_000]],
  [Array.from({ length: 40 }, () => 18_500)],
])('visits of %j ms use no number twice', (visits) => {
  const used: number[] = [];
  let recordedMs = 0;
  for (const visitMs of visits) {
    const first = firstSheetAfter(recordedMs);
    const full = Math.floor((Math.floor(visitMs / STILL_EVERY_MS) + 1) / STILLS_PER_SHEET);
    used.push(...Array.from({ length: full }, (_, index) => first + index));
    recordedMs += visitMs;
  }
  expect(new Set(used).size).toBe(used.length);
});
