// Shares and their differences against the published examples of Newcombe 1998, and against a second way to compute them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf, newcombe, proportionOf, wilson, Z } from './share.ts';

/** Newcombe 1998, Statistics in Medicine 17, page 857 on: table I, method 3. */
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('Wilson: %d of %d is as published', (k, n, ...[low, high]) => {
  const found = wilson(k, n);
  expect(found?.low).toBeCloseTo(low, 4);
  expect(found?.high).toBeCloseTo(high, 4);
});

/** The same paper's second part, page 873 on: table II, method 10. */
it.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [6, 7, 2, 7, 0.0582, 0.8062],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 20, -0.1611, 0.2775],
  [0, 10, 0, 10, -0.2775, 0.2775],
  [10, 10, 0, 20, 0.6791, 1],
  [10, 10, 0, 10, 0.6075, 1],
])('Newcombe: %d/%d less %d/%d is as published', (k1, n1, ...[k2, n2, low, high]) => {
  const found = newcombe({ k: k1, n: n1 }, { k: k2, n: n2 });
  expect(found?.low).toBeCloseTo(low, 4);
  expect(found?.high).toBeCloseTo(high, 4);
  expect(found?.isShown).toBe(low > 0 || high < 0);
});

it('shows the other group ahead too', () => {
  expect(newcombe({ k: 3, n: 10 }, { k: 9, n: 10 })).toMatchObject({ isShown: true });
});

describe('below 5 people', () => {
  it('there are counts alone', () => {
    expect(proportionOf(1, 4)).toEqual({ k: 1, n: 4, share: null, low: null, high: null });
    expect(proportionOf(0, 0)).toMatchObject({ k: 0, n: 0, share: null });
    expect(proportionOf(1, 5)).toMatchObject({ share: 0.2, low: expect.closeTo(0.0362, 4) });
  });
  it('there is no difference', () => {
    expect(differenceOf({ k: 4, n: 4 }, { k: 0, n: 9 })).toBeNull();
    expect(differenceOf({ k: 9, n: 9 }, { k: 0, n: 4 })).toBeNull();
    expect(differenceOf({ k: 5, n: 5 }, { k: 0, n: 5 })).toMatchObject({ value: 1, isShown: true });
  });
});

describe('at the ends', () => {
  it('no one gives no share and no difference', () => {
    expect(wilson(0, 0)).toBeNull();
    expect(newcombe({ k: 1, n: 1 }, { k: 0, n: 0 })).toBeNull();
    expect(newcombe({ k: 0, n: 0 }, { k: 1, n: 1 })).toBeNull();
  });
  it('one person gives nearly every share', () => {
    expect(wilson(0, 1)).toEqual({ share: 0, low: 0, high: expect.closeTo(0.79345, 5) });
    expect(wilson(1, 1)).toEqual({ share: 1, low: expect.closeTo(0.20655, 5), high: 1 });
  });
});

it('ends exactly at 0 and 1', () => {
  for (let n = 1; n <= 300; n += 1) {
    expect([wilson(0, n)?.low, wilson(n, n)?.high]).toEqual([0, 1]);
  }
});

const counts = fc
  .integer({ min: 1, max: 100_000 })
  .chain((n) => fc.record({ n: fc.constant(n), k: fc.integer({ min: 0, max: n }) }));

/**
 * Returns the share that the score test just accepts, found by halving, without Wilson's formula.
 */
function edge({ k, n }: { k: number; n: number }, outermost: 0 | 1): number {
  let inside = k / n;
  let outside: number = outermost;
  for (let halving = 0; halving < 80; halving += 1) {
    const share = (inside + outside) / 2;
    const score = Math.abs(k / n - share) / Math.sqrt((share * (1 - share)) / n);
    if (score <= Z) inside = share;
    else outside = share;
  }
  return inside;
}

it('has the shares that the score test does not refuse', () => {
  fc.assert(
    fc.property(counts, ({ k, n }) => {
      const found = wilson(k, n);
      expect(found?.low).toBeCloseTo(k === 0 ? 0 : edge({ k, n }, 0), 8);
      expect(found?.high).toBeCloseTo(k === n ? 1 : edge({ k, n }, 1), 8);
    }),
  );
});

it('stays within what a share and a difference can be', () => {
  fc.assert(
    fc.property(counts, counts, (first, second) => {
      const { share = -1, low = -1, high = 2 } = wilson(first.k, first.n) ?? {};
      expect([0, low, share, high, 1]).toEqual([0, low, share, high, 1].sort((a, b) => a - b));
      const between = newcombe(first, second);
      const back = newcombe(second, first);
      expect(between?.low).toBeGreaterThanOrEqual(-1);
      expect(between?.high).toBeLessThanOrEqual(1);
      expect(between?.low).toBeCloseTo(-(back?.high ?? 2), 12);
    }),
  );
});
