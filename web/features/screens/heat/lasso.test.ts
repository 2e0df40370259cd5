// Lassos become few whole corners, a press becomes none, and a press means the smallest place under it.
import { expect, test } from 'vitest';
import { lassoArea, spotUnder } from './lasso.tsx';

const circle = (count: number, radius: number) =>
  Array.from({ length: count }, (_, at) => ({
    x: 100 + radius * Math.cos((2 * Math.PI * at) / count),
    y: 200 + radius * Math.sin((2 * Math.PI * at) / count),
  }));

test('a circle of thousands of points keeps its shape in at most 64 whole corners', () => {
  const area = lassoArea(circle(5000, 60)) ?? [];
  expect(area.length).toBeGreaterThan(30);
  expect(area.length).toBeLessThanOrEqual(64);
  for (const corner of area) {
    expect(corner).toMatch(/^\d+:\d+$/);
    const [x = 0, y = 0] = corner.split(':').map(Number);
    expect(Math.abs(Math.hypot(x - 100, y - 200) - 60)).toBeLessThan(1);
  }
});

test.each([
  ['nothing', []],
  ['a press', [{ x: 5, y: 5 }]],
  ['a trembling press', circle(20, 3)],
  ['a straight line', [0, 50, 100].map((x) => ({ x, y: x }))],
])('%s is no area', (_, drawn) => {
  expect(lassoArea(drawn)).toBe(null);
});

test('a press means the button, not the card that it lies on', () => {
  const card = { name: 'card', box: { x: 0, y: 0, width: 400, height: 300 } };
  const button = { name: 'button', box: { x: 20, y: 20, width: 80, height: 40 } };
  const nowhere = { name: 'nowhere', box: null };
  const spots = [nowhere, card, button];
  expect(spotUnder(spots, { x: 30, y: 30 })).toBe(button);
  expect(spotUnder(spots, { x: 100, y: 30 })).toBe(card);
  expect(spotUnder(spots, { x: 500, y: 30 })).toBe(null);
});
