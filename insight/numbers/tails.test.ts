// Tails against published tables and other programs.
import { describe, expect, it } from 'vitest';
import { binomialTail, combinedChance, fisherTail } from './tails.ts';

describe('the upper tail of the binomial distribution', () => {
  // scipy.stats.binom.sf(k - 1, n, p)
  it.each([
    [3, 20, 0.05, 0.0754836737884963],
    [12, 20, 0.3, 0.00513816153511214],
    [14, 21, 0.0568, 2.890131943879436e-13],
    [530, 1000, 0.5, 0.031011597549181716],
  ])('P(X >= %d) of %d', (k, n, ...[chance, tail]) => {
    expect(binomialTail(k, n, chance) / tail).toBeCloseTo(1, 9);
  });
  it('is all or nothing at the ends', () => {
    const ends = [binomialTail(0, 5, 0.1), binomialTail(1, 5, 0), binomialTail(5, 5, 1)];
    expect([...ends, binomialTail(0, 0, 0)]).toEqual([1, 0, 1, 1]);
    expect(binomialTail(5, 5, 0.5)).toBeCloseTo(1 / 32, 12);
  });
});

describe("Fisher's exact test", () => {
  it.each([
    // The lady who tastes tea (Fisher 1935): all four right 1/70, three or more 17/70.
    [4, 4, 4, 0, 1 / 70],
    [4, 3, 4, 1, 17 / 70],
    // C(10, 5) / C(30, 5): five people press a place, all of them fail, and five of the 25 others.
    [5, 5, 25, 5, 252 / 142_506],
    [5, 0, 25, 5, 1],
    [0, 0, 20, 5, 1],
    [20, 5, 0, 0, 1],
    [4, 4, 6, 6, 1],
  ])('%d people, %d failed; %d others, %d failed', (people, failed, ...[others, ofOthers, p]) => {
    const tail = fisherTail({ people, failed }, { people: others, failed: ofOthers });
    expect(tail / p).toBeCloseTo(1, 9);
  });
  it('has probabilities that sum up to 1, also for thousands of people', () => {
    const tail = (failed: number) =>
      fisherTail({ people: 2000, failed }, { people: 3000, failed: 2500 - failed });
    expect(tail(0)).toBeCloseTo(1, 9);
    expect(tail(1000)).toBeGreaterThan(0.5);
    expect(tail(1100)).toBeLessThan(1e-6);
  });
});

describe('two tests combined', () => {
  it.each([
    // Chi-squared with four degrees of freedom: P(X > −2 ln(0.01)) = 0.0561.
    [0.1, 0.1, 0.0560517],
    [0.05, 1, 0.1997866],
    [1, 1, 1],
    [0, 1, 0],
  ])('%d and %d', (one, other, combined) => {
    expect(combinedChance(one, other)).toBeCloseTo(combined, 6);
  });
});

describe('groups of thousands', () => {
  it('have the tails that products give, by table and by series', () => {
    /** P(X >= k), each term out of the one before. */
    const exact = (k: number, n: number) => {
      let [term, sum] = [2 ** -n, 0];
      for (let count = 0; count <= n; count += 1) {
        if (count >= k) sum += term;
        term *= (n - count) / (count + 1);
      }
      return sum;
    };
    for (const n of [200, 254, 255, 256, 257, 300, 1000])
      expect(
        binomialTail(Math.ceil(n / 2) + 10, n, 0.5) / exact(Math.ceil(n / 2) + 10, n),
      ).toBeCloseTo(1, 9);
  });
});
