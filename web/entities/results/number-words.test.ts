// Numbers in words: what is rounded, what is left out below five people, and units.
import { expect, test } from 'vitest';
import { proportionOf } from '#insight/numbers/share.ts';
import { secondsText } from '#insight/numbers/words.ts';
import { secondsInterval, shareText, shareWithInterval, singleTimesText } from './number-words.ts';

test.each([
  [36, 54, '67 %, 95 % interval 53–78 %'],
  [0, 20, '0 %, 95 % interval 0–16 %'],
  [20, 20, '100 %, 95 % interval 84–100 %'],
  [2, 3, null],
  [0, 0, null],
])('%i of %i', (k, n, text) => {
  expect(shareWithInterval(proportionOf(k, n))).toBe(text);
});

test.each([
  [1, 5000, '1 %'],
  [4999, 5000, '99 %'],
])('%i of %i is neither none nor all', (k, n, text) => {
  expect(shareText(proportionOf(k, n))).toBe(text);
});

test.each([
  [0, '0 s'],
  [940, '0.9 s'],
  [5200, '5.2 s'],
  [9949, '9.9 s'],
  [9960, '10 s'],
  [59_400, '59 s'],
  [59_600, '1 min'],
  [119_700, '2 min'],
  [125_000, '2 min 5 s'],
])('%i ms', (ms, text) => {
  expect(secondsText(ms)).toBe(text);
});

test.each([
  [38_000, 51_000, '38–51 s'],
  [5200, 12_000, '5.2–12 s'],
  [58_000, 70_000, '58 s – 1 min 10 s'],
  [null, null, null],
])('%s to %s', (low, high, text) => {
  expect(secondsInterval({ low, high })).toBe(text);
});

test.each([
  [3, [21_000, 34_000, 62_000], '21 s, 34 s, 1 min 2 s: 3 people'],
  [1, [5200], '5.2 s: 1 person'],
  [4, null, '4 people'],
  [5, null, null],
])('times of %i people: %j', (n, timesMs, text) => {
  expect(singleTimesText(n, timesMs)).toBe(text);
});
