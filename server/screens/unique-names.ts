// Names of screens that differ: 'Checkout', 'Checkout (2)'.

export interface NumberedName {
  number: number;
  name: string;
}

/**
 * Returns the names by number. The first screen of a name has it as it is; the others of that name get the next
 * free '(2)', '(3)' ….
 */
export function uniqueNames(screens: readonly NumberedName[]): Map<number, string> {
  const taken = new Set(screens.map(({ name }) => name));
  const lasts = new Map<string, number>();
  const names = new Map<number, string>();
  for (const { number, name } of screens.toSorted((a, b) => a.number - b.number)) {
    const last = lasts.get(name);
    let count = (last ?? 0) + 1;
    while (count > 1 && taken.has(`${name} (${count})`)) count += 1;
    lasts.set(name, count);
    const unique = count === 1 ? name : `${name} (${count})`;
    taken.add(unique);
    names.set(number, unique);
  }
  return names;
}
