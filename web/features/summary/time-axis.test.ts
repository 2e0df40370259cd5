// The logarithmic axis of times, and piles of dots on it.
import { expect, test } from 'vitest';
import { pilesOf, timeAxis } from './time-axis.ts';

const px = { from: 20, to: 620 };

test('equal ratios are equal distances, and all times are within', () => {
  const axis = timeAxis([10_000, 20_000, 40_000], px);
  expect(axis.x(20_000) - axis.x(10_000)).toBeCloseTo(axis.x(40_000) - axis.x(20_000));
  expect(axis.x(10_000)).toBeGreaterThan(px.from);
  expect(axis.x(40_000)).toBeLessThan(px.to);
  expect(axis.x(axis.fromMs)).toBeCloseTo(px.from);
  expect(axis.x(axis.toMs)).toBeCloseTo(px.to);
});

test('one time, or equal ones, stand in the middle', () => {
  for (const times of [[44_000], [44_000, 44_000]]) {
    expect(timeAxis(times, px).x(44_000)).toBeCloseTo(320);
  }
});

test('a time of 0 and none at all make an axis', () => {
  expect(timeAxis([0, 1000], px).x(0)).toBeGreaterThan(px.from);
  expect(Number.isFinite(timeAxis([], px).x(1000))).toBe(true);
});

test.each([
  [[10_000, 300_000], 600, ['10 s', '20 s', '30 s', '1 min', '2 min', '3 min', '5 min']],
  [[10_000, 300_000], 200, ['10 s', '30 s', '2 min']],
  [[900, 1100], 600, ['0.5 s', '1 s']],
])('%j on %i px has round times with room for their labels', (times, width, labels) => {
  const { ticks } = timeAxis(times, { from: 0, to: width });
  expect(ticks.map(({ label }) => label)).toEqual(labels);
});

test('every person is one dot, within half a dot of the time', () => {
  const items = Array.from({ length: 36 }, (_, at) => ({ ms: 18_000 * 1.09 ** at }));
  const axis = timeAxis(
    items.map(({ ms }) => ms),
    px,
  );
  const { piles, radius } = pilesOf(items, axis, 140);
  expect(piles.flatMap((pile) => pile.items)).toEqual(items);
  for (const pile of piles) {
    for (const { ms } of pile.items)
      expect(Math.abs(axis.x(ms) - pile.x)).toBeLessThanOrEqual(radius + 0.5);
  }
});

test('300 people within a second pile up as high as there is room, with smaller dots', () => {
  const items = Array.from({ length: 300 }, (_, at) => ({ ms: 40_000 + at * 3 }));
  const axis = timeAxis([...items.map(({ ms }) => ms), 10_000, 600_000], px);
  const few = pilesOf(items.slice(0, 10), axis, 140);
  const many = pilesOf(items, axis, 140);
  expect(many.radius).toBeLessThan(few.radius);
  expect(many.piles.flatMap((pile) => pile.items)).toHaveLength(300);
});
