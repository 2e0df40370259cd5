// Chance of so many people or more: the upper tail of the binomial distribution, summed exactly.

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

function logChoose(n: number, k: number): number {
  let logarithm = 0;
  for (let at = 1; at <= Math.min(k, n - k); at += 1) logarithm += Math.log((n - at + 1) / at);
  return logarithm;
}
