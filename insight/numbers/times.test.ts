// Times, means and the quantiles behind them, against SciPy 1.17, R's definitions and examples counted by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lostness } from './lostness.ts';
import { meanOf, meanOnScale } from './mean.ts';
import { tQuantile } from './t-quantile.ts';
import { lowRank, quantile, timesOf } from './times.ts';

/** scipy.stats.t.ppf(0.975, degrees); tables print the first as 12.706, the tenth as 2.228. */
it.each([
  [1, 12.706204736174694],
  [2, 4.302652729749462],
  [3, 3.1824463052837078],
  [4, 2.7764451051977934],
  [9, 2.262157162798205],
  [10, 2.228138851986274],
  [23, 2.0686576104190486],
  [99, 1.9842169515864174],
  [4999, 1.9604386466615247],
])('the t quantile of %d degrees', (degrees, quantileOfTables) => {
  expect(tQuantile(degrees)).toBeCloseTo(quantileOfTables, 10);
});

/** scipy.stats.binom: the greatest r whose pair of order statistics covers the median with 95 %. */
it.each([
  [1, 0],
  [5, 0],
  [6, 1],
  [8, 1],
  [9, 2],
  [25, 8],
  [26, 8],
  [30, 10],
  [50, 18],
  [100, 40],
  [101, 41],
  [1000, 469],
])('of %d values the low end of the median is number %d', (n, rank) => {
  expect(lowRank(n)).toBe(rank);
});

it('counts the same binomial sum with whole numbers', () => {
  for (let n = 1; n <= 200; n += 1) {
    let [choose, below, rank] = [1n, 0n, 0];
    while (rank < n && (below + choose) * 40n <= 2n ** BigInt(n)) {
      below += choose;
      choose = (choose * BigInt(n - rank)) / BigInt(rank + 1);
      rank += 1;
    }
    expect([n, lowRank(n)]).toEqual([n, rank]);
  }
});

it('finds quartiles as R (type 7) and PostgreSQL do', () => {
  const sorted = [1, 2, 4, 8];
  expect([0, 0.25, 0.5, 0.75, 1].map((share) => quantile(sorted, share))).toEqual([
    1, 1.75, 3, 5, 8,
  ]);
});

describe('times', () => {
  it('are nothing without values', () => expect(timesOf([])).toBeNull());

  it('of one person have no interval', () => {
    expect(timesOf([44_000])).toMatchObject({
      n: 1,
      kind: 'geometric_mean',
      middleMs: expect.closeTo(44_000),
      interval: null,
    });
  });

  // By hand: logarithms to base 2 of seconds are 1, 2 and 3; mean 2, s = 1; 2 ± 4.3027 · 1/√3 = −0.4841 and 4.4841.
  it('below 25 are the geometric mean with the t-interval of the logarithms', () => {
    expect(timesOf([8000, 2000, 4000])).toMatchObject({
      n: 3,
      middleMs: expect.closeTo(4000, 6),
      interval: { lowMs: expect.closeTo(714.9, 0), highMs: expect.closeTo(22_380, -1) },
      quartiles: null,
    });
  });

  it('from 25 on are the median, its eighth values and the quartiles', () => {
    const seconds = Array.from({ length: 25 }, (_, index) => (index + 1) * 1000);
    expect(timesOf(seconds.toReversed())).toMatchObject({
      kind: 'median',
      middleMs: 13_000,
      interval: { lowMs: 8000, highMs: 18_000 },
      quartiles: { lowMs: 7000, highMs: 19_000 },
    });
    expect(timesOf(seconds.slice(1))?.kind).toBe('geometric_mean');
  });

  it('all alike have an interval without width, and none of them is far out', () => {
    for (const n of [2, 7, 25, 1000]) {
      for (let timeMs = 200; timeMs < 300; timeMs += 1) {
        const fence = timesOf(Array<number>(n).fill(timeMs))?.farOutAboveMs;
        expect(fence).toBeGreaterThanOrEqual(timeMs);
      }
      const times = timesOf(Array<number>(n).fill(44_321));
      expect(times?.interval?.lowMs).toBeCloseTo(44_321, 6);
      expect(times?.interval?.highMs).toBeCloseTo(44_321, 6);
    }
  });

  it('of 0 and below count as a tenth of a second in logarithms', () => {
    expect(timesOf([0, -500])?.middleMs).toBeCloseTo(100);
    const many = [-9, ...Array<number>(29).fill(0), 1000];
    expect(timesOf(many)).toMatchObject({ middleMs: 0, interval: { lowMs: 0, highMs: 0 } });
    expect(timesOf([...Array<number>(30).fill(-9), 1000])?.middleMs).toBe(0);
  });

  // By hand: of the logarithms (base 2) 2, 4, 5 and 6 the quartiles are 3.5 and 5.25.
  it('are far out beyond three times the half in the middle', () => {
    const times = [2, 4, 5, 6].map((power) => 2 ** power * 1000);
    expect(Math.log2((timesOf(times)?.farOutAboveMs ?? 0) / 1000)).toBeCloseTo(5.25 + 3 * 1.75, 6);
  });

  it('lie around their middle, in any order', () => {
    const values = fc.array(fc.integer({ min: 0, max: 3_600_000 }), { minLength: 2 });
    fc.assert(
      fc.property(values, (timesMs) => {
        const times = timesOf(timesMs);
        expect(timesOf(timesMs.toReversed())).toEqual(times);
        const { middleMs = -1, interval = null } = times ?? {};
        expect(interval?.lowMs).toBeLessThanOrEqual(middleMs * 1.000001);
        expect(interval?.highMs).toBeGreaterThanOrEqual(middleMs * 0.999999);
      }),
    );
  });
});

describe('answers', () => {
  // By hand: mean 5, s² = (1 + 0 + 0 + 1 + 4 + 4) / 5 = 2; 5 ± 2.5706 · √(2/6) = 5 ± 1.4841.
  it('have a mean with a t-interval', () => {
    expect(meanOf([4, 5, 5, 6, 3, 7])).toEqual({
      n: 6,
      mean: 5,
      interval: { low: expect.closeTo(3.5159, 4), high: expect.closeTo(6.4841, 4) },
    });
  });
  it('have an interval that ends where the scale does', () => {
    const ease = { low: 1, high: 7 };
    expect(meanOnScale([7, 7, 6], ease)?.interval).toMatchObject({ high: 7 });
    expect(meanOnScale([1, 7], ease)?.interval).toEqual({ low: 1, high: 7 });
    expect(meanOnScale([7], ease)).toEqual({ n: 1, mean: 7, interval: null });
    expect(meanOnScale([], ease)).toBeNull();
    expect(meanOnScale([7, 7], ease)?.interval).toEqual({ low: 7, high: 7 });
  });
});

describe('lostness', () => {
  it.each([
    // 4 screens straight; 10 visits to 6 screens: √(0.4² + 0.3333²).
    [{ visits: 4, different: 4, shortest: 4 }, 0],
    [{ visits: 10, different: 6, shortest: 4 }, 0.52068],
    [{ visits: 8, different: 4, shortest: 4 }, 0.5],
  ])('%o', (walk, value) => expect(lostness(walk)).toBeCloseTo(value, 5));
  it.each([
    { visits: 0, different: 0, shortest: 4 },
    { visits: 4, different: 4, shortest: 0 },
    { visits: 2, different: 2, shortest: 4 },
  ])('%o has none', (walk) => expect(lostness(walk)).toBeNull());
});
