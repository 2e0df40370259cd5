// Merges two people's simultaneous changes if they do not conflict.

/** @returns the value that only one side changed, or both alike; undefined: both changed it, each otherwise. */
export function mergeValue<T>(base: T, mine: T, theirs: T): T | undefined {
  if (mine === theirs || theirs === base) return mine;
  return mine === base ? theirs : undefined;
}

/**
 * Merges the order of keys: additions and removals of both sides count, and the order of the side
 * that moved something. The other side's additions follow the same key as there.
 * @returns null if both sides moved something differently
 */
export function mergeOrder(
  base: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): string[] | null {
  const among = (keys: readonly string[], others: readonly string[]) =>
    keys.filter((key) => others.includes(key));
  const common = (keys: readonly string[]) => among(among(keys, base), among(mine, theirs));
  const [before, byMe, byThem] = [common(base), common(mine), common(theirs)].map(String);
  const hasMineMoved = byMe !== before;
  if (hasMineMoved && byThem !== before && byMe !== byThem) return null;
  const [leading, other] = hasMineMoved ? [mine, theirs] : [theirs, mine];
  const keys = leading.filter((key) => other.includes(key) || !base.includes(key));
  for (const [at, key] of other.entries()) {
    if (base.includes(key) || keys.includes(key)) continue;
    const previous = other.slice(0, at).findLast((each) => keys.includes(each));
    keys.splice(previous === undefined ? 0 : keys.indexOf(previous) + 1, 0, key);
  }
  return keys;
}
