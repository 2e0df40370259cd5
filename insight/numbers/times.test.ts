// Times, means and the quantiles behind them, against SciPy 1.17, R's definitions and examples counted by hand.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { lostness } from './lostness.ts';
import { meanOnScale, tQuantile } from './mean.ts';
import { averageTime, farOutAbove, lowRank, quantile, singleTimes, timesOf } from './times.ts';

/** scipy.stats.t.ppf(0.975, degrees); tables print the first as 12.706, the tenth as 2.228. */
it.each([
  [1, 12.706204736174694],
  [1.5, 6.016663104427929],
  [2, 4.302652729749462],
  [3, 3.1824463052837078],
  [2.75, 3.3525454330616054],
  [4, 2.7764451051977934],
  [9, 2.262157162798205],
  [10, 2.228138851986274],
  [17.776, 2.102821310380221],
  [23, 2.0686576104190486],
  [99, 1.9842169515864174],
  [4999, 1.9604386466615247],
  [100_000, 1.9599877075346095],
])('the t quantile of %f degrees', (degrees, quantileOfTables) => {
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
  const none = { low: null, high: null, q1: null, q3: null };
  it('are nothing without values', () => {
    expect(averageTime([])).toEqual({ n: 0, kind: 'geometric_mean', value: null, ...none });
    expect(timesOf([])).toMatchObject({ values: [], histogram: [] });
  });

  it('of one person have no interval', () => {
    const one = { n: 1, kind: 'geometric_mean', value: expect.closeTo(44_000) };
    expect(averageTime([44_000])).toEqual({ ...one, ...none });
  });

  // Calculated by hand: logarithms to base 2 of seconds are 1, 2 and 3; mean 2, s = 1; 2 ± 4.3027 ·
  // 1/√3 = −0.4841 and 4.4841.
  it('below 25 are the geometric mean with the t-interval of the logarithms', () => {
    expect(averageTime([8000, 2000, 4000])).toMatchObject({
      n: 3,
      value: expect.closeTo(4000, 6),
      low: expect.closeTo(714.9, 0),
      high: expect.closeTo(22_380, -1),
      q1: null,
    });
  });

  it('from 25 on are the median, its eighth values and the quartiles', () => {
    const seconds = Array.from({ length: 25 }, (_, index) => (index + 1) * 1000);
    expect(averageTime(seconds.toReversed())).toEqual({
      n: 25,
      kind: 'median',
      value: 13_000,
      low: 8000,
      high: 18_000,
      q1: 7000,
      q3: 19_000,
    });
    expect(averageTime(seconds.slice(1)).kind).toBe('geometric_mean');
  });

  it('all alike have an interval without width, and none of them is far out', () => {
    for (const n of [2, 7, 25, 1000]) {
      for (let ms = 200; ms < 300; ms += 1) {
        const alike = Array<number>(n).fill(ms);
        const { low, high } = averageTime(alike);
        expect([low, high]).toEqual([expect.closeTo(ms, 6), expect.closeTo(ms, 6)]);
        expect(farOutAbove(alike)).toBeGreaterThanOrEqual(ms);
      }
    }
  });

  it('of 0 and below count as a tenth of a second in logarithms', () => {
    expect(averageTime([0, -500]).value).toBeCloseTo(100);
    const many = [...Array<number>(30).fill(-9), 1000];
    expect(averageTime(many)).toMatchObject({ value: 0, low: 0, high: 0 });
  });

  // Calculated by hand: of the logarithms (base 2) 2, 4, 5 and 6 the quartiles are 3.5 and 5.25.
  it('are far out beyond three times the half in the middle', () => {
    const times = [2, 4, 5, 6].map((power) => 2 ** power * 1000);
    expect(Math.log2(farOutAbove(times) / 1000)).toBeCloseTo(5.25 + 3 * 1.75, 6);
  });

  const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}` as SessionId;
  it('stand in rising order, the far ones marked', () => {
    const people = [20_000, 600_000, 21_000, -5, 22_000, 19_000, 18_000, 20_500];
    const { values, average } = timesOf(people.map((ms, at) => ({ sessionId: id(at), ms })));
    expect(average.n).toBe(8);
    expect(values?.map(({ ms, isOutlier }) => [ms, isOutlier])).toEqual([
      ...[0, 18_000, 19_000, 20_000, 20_500, 21_000, 22_000].map((ms) => [ms, false]),
      [600_000, true],
    ]);
    expect(values?.[7]?.sessionId).toBe(id(1));
  });

  it('of more than 300 people are bars of equal width on the axis, and every person is in one', () => {
    const people = Array.from({ length: 301 }, (_, at) => ({
      sessionId: id(at),
      ms: at * at * 10,
    }));
    const { values, histogram } = timesOf(people);
    expect(values).toBeNull();
    expect(histogram.reduce((sum, bar) => sum + bar.people, 0)).toBe(301);
    for (const [at, { fromMs, toMs }] of histogram.entries()) {
      expect(toMs / fromMs).toBeCloseTo(10 ** 0.1, 9);
      if (at > 0) expect(fromMs).toBe(histogram[at - 1]?.toMs);
    }
    // 0 to 125 ms are 0², 1², 2² and 3² times ten; the longest takes 900 s.
    expect(histogram[0]).toMatchObject({ fromMs: expect.closeTo(100, 9), people: 4 });
    expect(histogram.at(-1)?.toMs).toBeGreaterThan(900_000);
    expect(timesOf(people.slice(1)).values).toHaveLength(300);
  });

  it('of a second each are in the bar that begins there', () => {
    const people = Array.from({ length: 301 }, (_, at) => ({ sessionId: id(at), ms: 1000 }));
    expect(timesOf(people).histogram).toMatchObject([{ fromMs: 1000, people: 301 }]);
  });

  it('lie around their middle, in any order', () => {
    const values = fc.array(fc.integer({ min: 0, max: 3_600_000 }), { minLength: 2 });
    fc.assert(
      fc.property(values, (timesMs) => {
        const { value, low, high } = averageTime(timesMs);
        expect(averageTime(timesMs.toReversed()).value).toBeCloseTo(value ?? -1, 6);
        expect(low).toBeLessThanOrEqual((value ?? -1) * 1.000001);
        expect(high).toBeGreaterThanOrEqual((value ?? -1) * 0.999999);
      }),
    );
  });
});

describe('answers', () => {
  const ease = { low: 1, high: 7 };
  // Calculated by hand: mean 5, s² = (1 + 0 + 0 + 1 + 4 + 4) / 5 = 2; 5 ± 2.5706 · √(2/6) = 5 ±
  // 1.4841.
  it('have a mean with a t-interval', () => {
    expect(meanOnScale([4, 5, 5, 6, 3, 7], ease)).toEqual({
      n: 6,
      kind: 'mean',
      value: 5,
      q1: null,
      q3: null,
      low: expect.closeTo(3.5159, 4),
      high: expect.closeTo(6.4841, 4),
    });
  });
  it('have an interval that ends where the scale does', () => {
    expect(meanOnScale([7, 7, 6], ease)).toMatchObject({ low: expect.closeTo(5.2324, 4), high: 7 });
    expect(meanOnScale([1, 7], ease)).toMatchObject({ value: 4, low: 1, high: 7 });
    expect(meanOnScale([7], ease)).toMatchObject({ n: 1, value: 7, low: null, high: null });
    expect(meanOnScale([], ease)).toMatchObject({ n: 0, value: null, low: null, high: null });
    expect(meanOnScale([7, 7], ease)).toMatchObject({ low: 7, high: 7 });
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

it.each([
  [[], []],
  [
    [9, 10, 2, 100],
    [2, 9, 10, 100],
  ],
  [[9, 10, 2, 100, 1], null],
])('single times of %j are %j', (times, single) => expect(singleTimes(times)).toEqual(single));
