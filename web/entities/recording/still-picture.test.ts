// Selection of the still for a moment.
import { expect, it } from 'vitest';
import { stillAt, stillStyles } from './still-picture.tsx';

const sheets = [
  { timesMs: [40, 2000, 4001, 6000, 8000, 10_000, 12_000, 14_000, 16_000, 18_000] },
  // The sheet of the third 20 seconds did not arrive; one still here was late, one left out.
  { timesMs: [20_000, 22_900, 26_000] },
  { timesMs: [60_000, 62_000] },
];

it.each([
  [0, 0, 0],
  [1000, 0, 0],
  [1030, 0, 1],
  [9500, 0, 5],
  [18_999, 0, 9],
  [19_100, 1, 0],
  [24_300, 1, 1],
  [24_500, 1, 2],
  [29_900, 1, 2],
  [56_500, 2, 0],
  [65_900, 2, 1],
])('%i ms by place %i/%i', (atMs, sheet, place) => {
  expect(stillAt(sheets, atMs)).toEqual({ sheet, place });
});

it.each([30_100, 45_000, 55_900, 66_100])('%i ms by none', (atMs) => {
  expect(stillAt(sheets, atMs)).toBeNull();
});

it('a recording without stills has none anywhere', () => {
  expect(stillAt([], 0)).toBeNull();
});

it.each([
  [0, '0%', '0%'],
  [4, '-400%', '0%'],
  [5, '0%', '-100%'],
  [7, '-200%', '-100%'],
])('place %i lies at %s %s', (index, left, top) => {
  expect(stillStyles({ width: 256, height: 144, index })).toEqual({
    hole: { aspectRatio: '256 / 144' },
    sheet: { width: '500%', height: '200%', left, top },
  });
});
