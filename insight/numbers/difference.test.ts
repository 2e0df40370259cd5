// Differences of groups against published data with R's answers, SciPy, examples by hand, and a second way to compute.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promoterDifference, ratioOfTimes, welch, welchOnScale } from './difference.ts';
import { netPromoter } from './scores.ts';

/** R's datasets sleep (Student 1908) and mtcars (Henderson and Velleman 1981), and what t.test of R prints for them. */
const published = {
  sleep: {
    first: [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2],
    second: [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
    // t = -1.8608, df = 17.776
    difference: { value: -1.58, low: -3.3654832, high: 0.2054832, isShown: false },
  },
  'mtcars, automatic and manual': {
    first: [
      ...[21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 21.5],
      ...[15.5, 15.2, 13.3, 19.2],
    ],
    second: [21, 21, 22.8, 32.4, 30.4, 33.9, 27.3, 26, 30.4, 15.8, 19.7, 15, 21.4],
    // t = -3.7671, df = 18.332
    difference: { value: -7.244939, low: -11.280194, high: -3.209684, isShown: true },
  },
};

it.each(Object.entries(published))('Welch: %s is as published', (_name, data) => {
  const { first, second, difference } = data;
  const found = welch(first, second);
  expect(found?.value).toBeCloseTo(difference.value, 6);
  expect(found?.low).toBeCloseTo(difference.low, 6);
  expect(found?.high).toBeCloseTo(difference.high, 6);
  expect(found?.isShown).toBe(difference.isShown);
});

/** scipy.stats.ttest_ind(first, second, equal_var=False).confidence_interval(): groups that vary very differently. */
it('agrees with SciPy for small groups of different size', () => {
  const found = welch([1, 9, 5, 2, 8], [4, 4, 5]);
  expect(found?.low).toBeCloseTo(-3.6822558456943266, 8);
  expect(found?.high).toBeCloseTo(5.0155891790276605, 8);
});

// Means 6 and 4, s² = 0.5 each: 8 degrees, t = 2.306; 2 ± 2.306 · √(0.5/5 + 0.5/5).
it('is 2.0, 1.0 to 3.0, for the answers of docs/metrics.md', () => {
  expect(welch([5, 6, 6, 7, 6], [3, 4, 5, 4, 4])).toEqual({
    value: 2,
    low: expect.closeTo(0.969, 3),
    high: expect.closeTo(3.031, 3),
    isShown: true,
  });
});

// Logarithms to base 2 have the means 2 and 3, s² = 0.5 each: −1 ± 1.031, so 2^−2.031 to 2^0.031.
it('is half the time, 0.24 to 1.02, for the times of docs/metrics.md', () => {
  const times = [2000, 4000, 4000, 4000, 8000];
  expect(
    ratioOfTimes(
      times,
      times.map((ms) => 2 * ms),
    ),
  ).toEqual({
    value: expect.closeTo(0.5, 10),
    low: expect.closeTo(0.2446, 4),
    high: expect.closeTo(1.0219, 4),
    isShown: false,
  });
});

describe('where a group does not tell how it varies', () => {
  it.each([
    [[], [1, 2]],
    [[1], [1, 2]],
    [[1, 2], [3]],
    [
      [6, 6, 6],
      [6, 6, 6],
    ],
    [
      [7, 7, 7, 7, 7],
      [6, 6, 6],
    ],
    [
      [0.1, 0.1, 0.1],
      [0.3, 0.3, 0.3],
    ],
    [
      [0, 0],
      [0, 0],
    ],
  ])('%j and %j have no difference', (first, second) => {
    expect(welch(first, second)).toBeNull();
    expect(welch(second, first)).toBeNull();
  });
  it('one group that varies is enough', () => {
    // The t-interval of the other group alone: 4 ± 4.303 · 1/√3, less 7.
    expect(welch([3, 4, 5], [7, 7, 7, 7])).toMatchObject({
      low: expect.closeTo(-3 - 4.302653 / Math.sqrt(3), 5),
      high: expect.closeTo(-3 + 4.302653 / Math.sqrt(3), 5),
    });
  });
  it('times of nothing are no division by zero', () => {
    expect(ratioOfTimes([0, 0, 0], [0, 0])).toBeNull();
    expect(ratioOfTimes([0, 0, 5000], [0, 0])?.low).toBeGreaterThan(0);
  });
});

it('is cut to what a scale has', () => {
  const scale = { low: 1, high: 7 };
  expect(
    welchOnScale(
      [
        [1, 7],
        [1, 7],
      ],
      scale,
    ),
  ).toMatchObject({ low: -6, high: 6, isShown: false });
  expect(
    welchOnScale(
      [
        [7, 7, 7],
        [6, 6, 6],
      ],
      scale,
    ),
  ).toBeNull();
});

describe('net promoter scores', () => {
  const answers = (promoters: number, passives: number, detractors: number) =>
    netPromoter([
      ...Array<number>(promoters).fill(9),
      ...Array<number>(passives).fill(7),
      ...Array<number>(detractors).fill(0),
    ]);
  // 30, −24.2 to 70.4, and −30, −65.2 to 19.1: 60 ± √(54.2² + 49.1²) and √(40.4² + 35.2²).
  it('are 60 apart, −13 to 114, for the answers of docs/metrics.md', () => {
    expect(promoterDifference(answers(6, 1, 3), answers(2, 3, 5))).toEqual({
      value: 60,
      low: expect.closeTo(-13.1, 0),
      high: expect.closeTo(113.6, 0),
      isShown: false,
    });
  });
  it('without an answer have no difference', () => {
    expect(promoterDifference(answers(0, 0, 0), answers(1, 0, 0))).toBeNull();
  });
});

const values = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), {
  minLength: 2,
  maxLength: 40,
});

it('is the same from both sides, and finite', () => {
  fc.assert(
    fc.property(values, values, (first, second) => {
      const [found, back] = [welch(first, second), welch(second, first)];
      expect(found === null).toBe(back === null);
      if (!found || !back) return;
      expect([found.low, found.value, found.high].every(Number.isFinite)).toBe(true);
      expect(found.low).toBeLessThanOrEqual(found.value);
      expect(found.value).toBeCloseTo(-back.value, 9);
      expect(found.low).toBeCloseTo(-back.high, 6);
      expect(found.isShown).toBe(back.isShown);
    }),
  );
});
