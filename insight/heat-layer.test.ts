// The layer over an image: heat, marks, or both, at the scale of the picture.
import { expect, it } from 'vitest';
import { paintHeatLayer } from './heat-layer.ts';

const clicks = [
  { x: 40, y: 60, weight: 0.5, missed: false },
  ...Array.from({ length: 8 }, () => ({ x: 120, y: 60, weight: 0.5, missed: false })),
];
const size = { width: 100, height: 60, scale: 0.5, markRadius: 6 };
const paint = (look: 'heat' | 'marks' | 'heat and marks') => {
  const layer = paintHeatLayer({ clicks, ...size, look });
  return (x: number, y: number) => [...layer.subarray((y * 100 + x) * 4, (y * 100 + x) * 4 + 4)];
};
/** The core of a mark. */
const YELLOW = [255, 216, 77, 255];

it('marks every click, or with heat those that are few', () => {
  expect([paint('marks')(20, 30), paint('marks')(60, 30)]).toEqual([YELLOW, YELLOW]);
  expect(paint('heat and marks')(20, 30)).toEqual(YELLOW);
  expect(paint('heat')(20, 30)).not.toEqual(YELLOW);
  expect(paint('heat and marks')(60, 30)).toEqual(paint('heat')(60, 30));
});

it('has no heat beside marks alone, and none beyond a dot’s reach at its scale', () => {
  expect(paint('marks')(68, 30)[3]).toBe(0);
  expect(paint('heat')(66, 30)[3]).toBeGreaterThan(0);
  // 25 px of the image are 13 of the picture.
  expect(paint('heat')(60 + 14, 30)[3]).toBe(0);
});
