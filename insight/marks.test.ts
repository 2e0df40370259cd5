// Position and reach of marks.
import { describe, expect, it } from 'vitest';
import { MARKS, markRadiusOf, paintMarks } from './marks.ts';

const SIDE = 120;

describe('marks', () => {
  it('lie on the pixel that was clicked, alike to all sides, and end at their radius', () => {
    const layer = new Uint8ClampedArray(SIDE * SIDE * 4);
    paintMarks(layer, {
      clicks: [{ x: 60, y: 60, missed: true }],
      width: SIDE,
      height: SIDE,
      radius: 12,
    });
    const value = (x: number, y: number) => layer.subarray((y * SIDE + x) * 4).slice(0, 4);
    for (let dy = -20; dy <= 20; dy += 1) {
      for (let dx = -20; dx <= 20; dx += 1) {
        const pixel = value(60 + dx, 60 + dy);
        expect(pixel).toEqual(value(60 - dx, 60 + dy));
        expect(pixel).toEqual(value(60 + dy, 60 + dx));
        if (Math.hypot(dx, dy) >= 13) expect(pixel[3]).toBe(0);
        if (Math.hypot(dx, dy) <= 11) expect(pixel[3]).toBe(255);
      }
    }
  });

  it('are cut at the edge and do not depend on the order of the clicks', () => {
    const clicks = [
      { x: 0, y: 0, missed: false },
      { x: 6, y: 2, missed: true },
      { x: 119, y: 119, missed: false },
      { x: 115, y: 119, missed: false },
    ];
    const paint = (order: typeof clicks) => {
      const layer = new Uint8ClampedArray(SIDE * SIDE * 4);
      paintMarks(layer, { clicks: order, width: SIDE, height: SIDE, radius: 9 });
      return layer;
    };
    expect(paint(clicks.toReversed())).toEqual(paint(clicks));
    expect(paint(clicks)[3]).toBe(255);
  });

  it('have a cross for a miss and none for a click', () => {
    expect([MARKS.hit.cross === null, MARKS.missed.cross === null]).toEqual([true, false]);
  });

  it.each([
    [320, 9],
    [1280, 13],
    [4000, 16],
  ])('have a radius that follows the picture: %i px wide, %i px', (width, radius) => {
    expect(markRadiusOf({ width })).toBe(radius);
  });
});
