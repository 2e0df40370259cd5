// Tests of the heat picture's properties: where it is hottest, where it is clear, what moves with it.
import { describe, expect, it } from 'vitest';
import { paintHeat } from './density.ts';

const RADIUS = 25;
type Point = { x: number; y: number };
const paint = (points: Point[], width = 160, height = 120) =>
  paintHeat({ points, width, height, radius: RADIUS });
const alphaAt = (rgba: Uint8ClampedArray, at: Point, width = 160) =>
  rgba[(at.y * width + at.x) * 4 + 3] ?? Number.NaN;

/** A fixed sequence: the same points in every run (multiplier of Lehmer's generator). */
function positions(count: number, width: number, height: number): Point[] {
  let state = 42;
  const next = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  return Array.from({ length: count }, () => ({ x: next() * width, y: next() * height }));
}

/** The centre of the most opaque pixels. */
function hottest(rgba: Uint8ClampedArray, width: number): Point {
  const best = { alpha: 0, x: 0, y: 0, count: 0 };
  for (let at = 0; at < rgba.length / 4; at += 1) {
    const alpha = rgba[at * 4 + 3] ?? 0;
    if (alpha < best.alpha || alpha === 0) continue;
    if (alpha > best.alpha) Object.assign(best, { alpha, x: 0, y: 0, count: 0 });
    best.x += at % width;
    best.y += Math.floor(at / width);
    best.count += 1;
  }
  return { x: best.x / best.count, y: best.y / best.count };
}

describe('paintHeat', () => {
  it('is transparent without points and with points outside only', () => {
    expect(paint([]).every((value) => value === 0)).toBe(true);
    const outside = [
      { x: -1, y: 5 },
      { x: 160, y: 5 },
      { x: 5, y: 120 },
      { x: Number.NaN, y: 5 },
    ];
    expect(paint(outside).every((value) => value === 0)).toBe(true);
  });

  it('is hottest where the click was, to a pixel', () => {
    for (const point of positions(40, 100, 60)) {
      const at = { x: point.x + 30, y: point.y + 30 };
      const top = hottest(paint([at]), 160);
      expect(Math.abs(top.x - Math.floor(at.x))).toBeLessThanOrEqual(1);
      expect(Math.abs(top.y - Math.floor(at.y))).toBeLessThanOrEqual(1);
    }
  });

  it('shows a single click clearly and reaches exactly as far as the dot', () => {
    const rgba = paint([{ x: 80, y: 60 }]);
    expect(alphaAt(rgba, { x: 80, y: 60 })).toBeGreaterThan(150);
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const) {
      const at = (far: number) => ({ x: 80 + dx * far, y: 60 + dy * far });
      expect(alphaAt(rgba, at(RADIUS + 1))).toBe(0);
      expect(alphaAt(rgba, at(12))).toBeGreaterThan(40);
    }
  });

  it('still shows a stray click beside a spot hit a thousand times', () => {
    const busy = Array.from({ length: 1000 }, () => ({ x: 40, y: 60 }));
    const rgba = paint([...busy, { x: 120, y: 60 }]);
    expect(alphaAt(rgba, { x: 120, y: 60 })).toBeGreaterThan(60);
    expect(alphaAt(rgba, { x: 40, y: 60 })).toBeGreaterThan(alphaAt(rgba, { x: 120, y: 60 }));
  });

  it('moves with its points', () => {
    const points = positions(12, 60, 40).map((point) => ({ x: point.x + 30, y: point.y + 30 }));
    const before = paint(points);
    const after = paint(points.map((point) => ({ x: point.x + 17, y: point.y + 9 })));
    for (let y = 0; y < 100; y += 1) {
      const row = before.subarray(y * 640, y * 640 + 140 * 4);
      const moved = after.subarray((y + 9) * 640 + 17 * 4, (y + 9) * 640 + 157 * 4);
      expect(moved).toEqual(row);
    }
  });

  it('cuts dots at the edge instead of folding them back', () => {
    const whole = paint([{ x: 80, y: 60 }]);
    for (const corner of [
      { x: 0, y: 0 },
      { x: 159, y: 0 },
      { x: 0, y: 119 },
      { x: 159, y: 119 },
    ]) {
      const cut = paint([corner]);
      for (let dy = -30; dy <= 30; dy += 5) {
        for (let dx = -30; dx <= 30; dx += 5) {
          const at = { x: corner.x + dx, y: corner.y + dy };
          if (at.x < 0 || at.x > 159 || at.y < 0 || at.y > 119) continue;
          expect(alphaAt(cut, at)).toBe(alphaAt(whole, { x: 80 + dx, y: 60 + dy }));
        }
      }
    }
  });

  it('does not depend on the order of the points and leaves no residue of many', () => {
    const points = positions(3000, 40, 40);
    const rgba = paint(points);
    expect(paint([...points].reverse())).toEqual(rgba);
    for (let x = 70; x < 160; x += 1) expect(alphaAt(rgba, { x, y: 20 })).toBe(0);
    for (let y = 70; y < 120; y += 1) expect(alphaAt(rgba, { x: 20, y })).toBe(0);
  });

  it.each([
    [1, 1],
    [7, 3],
    [33, 500],
  ])('paints an image of %s × %s', (width, height) => {
    const rgba = paint([{ x: 0, y: 0 }], width, height);
    expect(rgba).toHaveLength(width * height * 4);
    expect(rgba[3]).toBeGreaterThan(150);
  });
});
