// Planted for testing/fuzz/fuzz.test.ts: work that grows with the square of what it is given.

/** Pairs of equal numbers. */
export function square(list: readonly number[]): number {
  let pairs = 0;
  for (const one of list) for (const other of list) pairs += one === other ? 1 : 0;
  return pairs;
}
