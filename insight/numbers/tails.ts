// Upper tails of the binomial and the hypergeometric distribution, summed exactly, and two of them combined.

/** People of one group, and those of them who failed. */
interface Group {
  people: number;
  failed: number;
}

/** Above this probability by chance, two groups fared alike: no difference is shown. */
export const DIFFERENCE_MAX_CHANCE = 0.05;

/** A term of a tail so much smaller than the sum changes no digit of it, and neither do the falling ones after it. */
const NEGLIGIBLE = 2 ** -70;

/**
 * P(X ≥ k) for X of n people, each with the same chance.
 * @param k whole, 0 to `n`
 * @param chance 0 to 1
 */
export function binomialTail(k: number, n: number, chance: number): number {
  if (k <= 0 || chance >= 1) return 1;
  if (chance <= 0) return 0;
  const odds = chance / (1 - chance);
  const first = logChoose(n, k) + k * Math.log(chance) + (n - k) * Math.log1p(-chance);
  return sumOfTerms({ from: k, to: n, first }, (count) => ((n - count) / (count + 1)) * odds);
}

/**
 * Fisher's exact test, one-sided: the probability that so many people of the first group fail, or more, if failing does
 * not depend on the group (Fisher 1922).
 */
export function fisherTail(group: Group, others: Group): number {
  const failures = group.failed + others.failed;
  const successes = group.people + others.people - failures;
  const from = Math.max(group.failed, group.people - successes);
  const first =
    logChoose(failures, from) +
    logChoose(successes, group.people - from) -
    logChoose(failures + successes, group.people);
  return sumOfTerms({ from, to: Math.min(failures, group.people), first }, (failed) => {
    const reached = group.people - failed;
    return ((failures - failed) / (failed + 1)) * (reached / (successes - reached + 1));
  });
}

/**
 * Adds the terms up to 1 at most. They rise to one peak and fall after it.
 * @param terms.first logarithm of the first one
 * @param ratio of the term after a count to that of the count
 */
function sumOfTerms(
  { from, to, first }: { from: number; to: number; first: number },
  ratio: (count: number) => number,
): number {
  let [logTerm, sum] = [first, 0];
  for (let count = from; count <= to; count += 1) {
    const term = Math.exp(logTerm);
    sum += term;
    const change = ratio(count);
    if (change < 1 && term < sum * NEGLIGIBLE) break;
    logTerm += Math.log(change);
  }
  return Math.min(1, sum);
}

/**
 * Returns one probability for two independent tests, by Fisher's method for two values (Fisher 1925): q (1 − ln q) with
 * their product q.
 */
export function combinedChance(one: number, other: number): number {
  const product = one * other;
  return product <= 0 ? 0 : Math.min(1, product * (1 - Math.log(product)));
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** Natural logarithms of the factorials from 0 on. */
const LOG_FACTORIALS: readonly number[] = logFactorials(256);

function logFactorials(count: number): number[] {
  const logs = [0];
  for (let n = 1; n < count; n += 1) logs.push((logs[n - 1] ?? 0) + Math.log(n));
  return logs;
}

/** Stirling's series gives those beyond the table to the last digit. */
function logFactorial(n: number): number {
  const known = LOG_FACTORIALS[n];
  if (known !== undefined) return known;
  const series = 1 / (12 * n) - 1 / (360 * n ** 3);
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + series;
}
