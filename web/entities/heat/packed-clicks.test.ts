// Clicks in one buffer and back, and which pixels of the API's bins missed.
import { expect, test } from 'vitest';
import { marksIn, packBins, packClicks, unpackClicks } from './packed-clicks.ts';

test('clicks come back as they were packed', () => {
  const clicks = [
    { x: 4.5, y: 6.25, weight: 0.5, missed: true },
    { x: 1440, y: 3000, weight: 3, missed: false },
  ];
  expect(unpackClicks(packClicks(clicks))).toEqual(clicks);
  expect(unpackClicks(packClicks([{ x: 1, y: 2, missed: false }]))[0]?.weight).toBe(1);
});

test('a bin that is among the misclicks’ has missed; bins lie in the middle of their pixel', () => {
  const bins = { x: [4, 4, 6], y: [6, 7, 4], weight: [1, 2, 0.5] };
  const missed = { x: [6, 4], y: [4, 7], weight: [0.5, 1] };
  expect(unpackClicks(packBins(bins, missed))).toEqual([
    { x: 4.5, y: 6.5, weight: 1, missed: false },
    { x: 4.5, y: 7.5, weight: 2, missed: true },
    { x: 6.5, y: 4.5, weight: 0.5, missed: true },
  ]);
  expect(marksIn(packBins(bins, missed))).toEqual({ clicks: 3, misclicks: 2 });
  expect(unpackClicks(packBins(bins, null)).some((click) => click.missed)).toBe(false);
});
