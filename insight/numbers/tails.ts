// Upper tails of the binomial and the hypergeometric distribution, summed exactly, and two of them combined.

/**
 * P(X ≥ k) for X of n people, each with the same chance.
 * @param k whole, 0 to `n`
 * @param chance 0 to 1
 */
export function binomialTail(k: number, n: number, chance: number): number {
  if (k <= 0 || chance >= 1) return 1;
  if (chance <= 0) return 0;
  let term = logChoose(n, k) + k * Math.log(chance) + (n - k) * Math.log1p(-chance);
  let sum = 0;
  for (let count = k; count <= n; count += 1) {
    sum += Math.exp(term);
    term += Math.log((n - count) / (count + 1)) + Math.log(chance) - Math.log1p(-chance);
  }
  return Math.min(1, sum);
}

/** People of one group, and those of them who failed. */
interface Group {
  people: number;
  failed: number;
}

/**
 * Fisher's exact test, one-sided: the probability that so many people of the first group fail, or more, if failing does
 * not depend on the group (Fisher 1922).
 */
export function fisherTail(group: Group, others: Group): number {
  const failures = group.failed + others.failed;
  const successes = group.people + others.people - failures;
  const all = logChoose(failures + successes, group.people);
  let sum = 0;
  for (let failed = group.failed; failed <= Math.min(failures, group.people); failed += 1) {
    const reached = group.people - failed;
    if (reached > successes) continue;
    sum += Math.exp(logChoose(failures, failed) + logChoose(successes, reached) - all);
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
  let logarithm = 0;
  for (let at = 1; at <= Math.min(k, n - k); at += 1) logarithm += Math.log((n - at + 1) / at);
  return logarithm;
}
