// The words for a number of clicks.
import { expect, test } from 'vitest';
import { clickCountText, countOf } from './click-count.ts';

test.each([
  [0, 0, 'No clicks'],
  [1, 0, '1 click'],
  [1, 1, '1 click, 1 dead click'],
  [7, 4, '7 clicks, 4 dead clicks'],
  [12, 0, '12 clicks'],
])('%i, of which %i are dead clicks', (clicks, misclicks, text) => {
  expect(clickCountText({ clicks, misclicks })).toBe(text);
});

test('a click of which the prototype did not say whether it hit is no miss', () => {
  const clicks = [{ handled: true }, { handled: false }, { handled: null }];
  expect(countOf(clicks)).toEqual({ clicks: 3, misclicks: 1 });
});
