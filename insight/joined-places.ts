// Joins places that the same people pressed on one screen: one behaviour is one line (docs/metrics.md).

export interface PressedPlace {
  screen: number;
  place: string;
  /** Numbers of the people who pressed it, or null if they are not known: it then stays a line of its own. */
  pressers: ReadonlySet<number> | null;
}

/** The larger of two sets of the same people has this part of its people more, at most: a fifth. */
const MORE_PARTS = 5;

/** Returns whether every person of `some` is one of `all`, and `all` has few others. */
export function areSamePeople(all: ReadonlySet<number>, some: ReadonlySet<number>): boolean {
  const more = all.size - some.size;
  if (more < 0 || more * MORE_PARTS > all.size) return false;
  return [...some].every((person) => all.has(person));
}

/**
 * Returns lines of places. The first of a line has all people of the others; each place joins the first line that it
 * fits.
 * @param places those that may stand first before others; of two, the one that more people pressed first
 */
export function joinPlaces<P extends PressedPlace>(places: readonly P[]): [P, ...P[]][] {
  const lines: [P, ...P[]][] = [];
  for (const place of places) {
    const line = lines.find(([first]) => isSameBehaviour(first, place));
    if (line) line.push(place);
    else lines.push([place]);
  }
  return lines;
}

function isSameBehaviour(first: PressedPlace, place: PressedPlace): boolean {
  if (first.screen !== place.screen || !first.pressers || !place.pressers) return false;
  return areSamePeople(first.pressers, place.pressers);
}

/**
 * Returns the places that may join another one by their numbers of people alone, those that most people pressed first.
 */
export function placesToCompare<P extends { screen: number; people: number }>(
  places: readonly P[],
): P[] {
  const isNear = (a: P, b: P) =>
    Math.abs(a.people - b.people) * MORE_PARTS <= Math.max(a.people, b.people);
  return [...Map.groupBy(places, ({ screen }) => screen).values()]
    .flatMap((own) => {
      const sorted = own.toSorted((a, b) => b.people - a.people);
      // The nearest number stands beside it.
      return sorted.filter((place, at) =>
        [sorted[at - 1], sorted[at + 1]].some((other) => other && isNear(place, other)),
      );
    })
    .sort((a, b) => b.people - a.people);
}
