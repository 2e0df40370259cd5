// Tests of the heat picture's properties: where it is hottest, where it is clear, what moves with it.
import { describe, expect, it } from 'vitest';
import { heatBins, paintHeat, peakOf, sumHeat } from './density.ts';

const RADIUS = 25;
type Point = { x: number; y: number };
const paint = (points: Point[], width = 160, height = 120) =>
  paintHeat({ bins: heatBins(points), width, height, radius: RADIUS });
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

  it('has the pixels that stored pictures of the same clicks have', () => {
    const rgba = paint(positions(400, 160, 120));
    // FNV-1a of what the kernel before this one painted.
    const sum = rgba.reduce((hash, value) => Math.imul(hash ^ value, 0x01000193), 0x811c9dc5);
    expect(sum >>> 0).toBe(3009854289);
  });

  it('gives each place the colour of its own heat, to the last bit', () => {
    const points = positions(900, 30, 30);
    const { heat } = sumHeat({ bins: heatBins(points), width: 160, height: 120, radius: RADIUS });
    const pixels = new Uint32Array(paint(points).buffer);
    const most = heat.reduce((a, b) => Math.max(a, b)) / peakOf(RADIUS);
    const steps = new Map<number, number>();
    const wrong = [...heat.entries()].filter(([at, value]) => {
      const step = value === 0 ? -1 : stepOf(value / peakOf(RADIUS), most);
      const pixel = steps.get(step) ?? pixels[at] ?? 0;
      steps.set(step, pixel);
      return pixels[at] !== pixel;
    });
    expect(wrong).toEqual([]);
    expect(steps.get(-1)).toBe(0);
    expect(steps.size).toBeGreaterThan(300);
  });
});

/**
 * The scale, written a second time: a place has at least seven tenths of its heat however hot
 * another place is.
 */
function stepOf(clicks: number, most: number): number {
  const log = Math.log1p(clicks);
  const least = Math.min((0.7 * log) / Math.log(5), 0.7);
  return Math.round(1023 * Math.max(log / Math.log1p(Math.max(most, 4)), least));
}

/** One click's bell: the number of ways in which three steps within the boxes' radii come to each offset. */
function bellOf(radius: number): number[] {
  const [one = 0, two = 0, three = 0] = [0, 1, 2].map((box) => Math.floor((radius + box) / 3));
  const ways = Array.from({ length: 2 * radius + 1 }, () => 0);
  for (let a = -one; a <= one; a += 1) {
    for (let b = -two; b <= two; b += 1) {
      for (let c = -three; c <= three; c += 1) {
        ways[radius + a + b + c] = (ways[radius + a + b + c] ?? 0) + 1;
      }
    }
  }
  return ways;
}

type HeatSize = { width: number; height: number; radius: number };

/** Every bell at every place, one after the other. */
function directSum(points: readonly (Point & { weight: number })[], size: HeatSize): number[] {
  const { width, height, radius } = size;
  const bell = [...bellOf(radius).entries()];
  const heat = Array.from({ length: width * height }, () => 0);
  for (const { x, y, weight } of points) {
    for (const [down, high] of bell) {
      for (const [right, wide] of bell) {
        const [column, row] = [Math.floor(x) + right - radius, Math.floor(y) + down - radius];
        if (column < 0 || column >= width || row < 0 || row >= height) continue;
        heat[row * width + column] = (heat[row * width + column] ?? 0) + weight * high * wide;
      }
    }
  }
  return heat;
}

describe('sumHeat', () => {
  it.each([3, 4, 5, 7, 12, 25])('is the direct sum of all bells of radius %s', (radius) => {
    const size = { width: 70, height: 90, radius };
    const points = positions(60, 70, 90).map((point) => ({ ...point, weight: 1 }));
    expect([...sumHeat({ bins: heatBins(points), ...size }).heat]).toEqual(directSum(points, size));
    expect(bellOf(radius)[radius]).toBe(Math.sqrt(peakOf(radius)));
  });

  it('is the direct sum of weights, to the rounding of 32 bits, and clear between far places', () => {
    const size = { width: 40, height: 400, radius: 9 };
    const points = [...positions(80, 40, 60), { x: 7, y: 307 }].map((point, at) => ({
      ...point,
      weight: 1 / (1 + (at % 7)),
    }));
    const { heat } = sumHeat({ bins: heatBins(points), ...size });
    for (const [at, direct] of directSum(points, size).entries()) {
      expect(Math.abs((heat[at] ?? 0) - direct)).toBeLessThanOrEqual(direct * 2 ** -22);
    }
  });

  it('leaves no residue of weights too different for the bits of a number', () => {
    const points = Array.from({ length: 900 }, (_, at) => ({
      x: at % 30,
      y: at % 31,
      weight: at % 2 === 0 ? 1e6 / 3 : 1e-6 / 7,
    }));
    const { heat } = sumHeat({ bins: heatBins(points), width: 300, height: 200, radius: 25 });
    const wrong = [...heat.entries()].filter(([at, value]) => {
      const isReached = at % 300 <= 29 + 25 && Math.floor(at / 300) <= 30 + 25;
      return isReached ? value < 0 : value !== 0;
    });
    expect(wrong).toEqual([]);
  });

  it('counts a weight as so many clicks, and leaves out what has none', () => {
    const of = (points: { x: number; y: number; weight?: number }[]) =>
      sumHeat({ bins: heatBins(points), width: 60, height: 60, radius: 12 });
    const three = [1, 2, 3].map(() => ({ x: 30, y: 20 }));
    expect(of([{ x: 30.4, y: 20.9, weight: 3 }])).toEqual(of(three));
    for (const weight of [0, -1, Number.NaN]) {
      expect(of([...three, { x: 5, y: 5, weight }])).toEqual(of(three));
    }
  });

  it('takes points of a larger picture at the scale of the one that is painted', () => {
    expect([...heatBins([{ x: 99, y: 51, weight: 2 }], 0.5)]).toEqual([49, 25, 2]);
  });
});
