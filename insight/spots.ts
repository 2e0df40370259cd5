// Presses beside every named layer: cells of 24 px joined to spots of 48 px.
import { CELL_PX } from './places.ts';

/** Pixels of a spot's side on the screen's image: two cells each way. */
export const SPOT_PX = 2 * CELL_PX;

/** Presses of one person in one cell. */
export interface CellPresses {
  person: string;
  /** `cell:{column},{row}`. */
  place: string;
  presses: number;
  /** The person did not succeed. */
  failed: boolean;
}

export interface Spot {
  /** `spot:{column},{row}` of its upper left cell. */
  place: string;
  people: number;
  /** Those of them who did not succeed. */
  failed: number;
  presses: number;
}

/**
 * Returns spots with at least so many people, the largest first. They do not overlap, so each has
 * its own people.
 * @param cells of one screen; other places are left out
 */
export function spotsOf(cells: readonly CellPresses[], leastPeople: number): Spot[] {
  const pressed = Map.groupBy(cells, ({ place }) => place);
  const all = cornersOf(pressed.keys())
    .map((place) => spotOf(place, pressed))
    .filter(({ people }) => people >= leastPeople)
    .sort((a, b) => b.people - a.people || b.presses - a.presses);
  const taken = new Set<string>();
  return all.filter(({ place }) => {
    const inside = placesOf(place);
    const isFree = inside.every((cell) => !taken.has(cell));
    if (isFree) for (const cell of inside) taken.add(cell);
    return isFree;
  });
}

function spotOf(place: string, pressed: ReadonlyMap<string, CellPresses[]>): Spot {
  const inside = placesOf(place).flatMap((cell) => pressed.get(cell) ?? []);
  const people = new Map(inside.map(({ person, failed }) => [person, failed]));
  const failed = [...people.values()].filter((hasFailed) => hasFailed).length;
  const presses = inside.reduce((sum, each) => sum + each.presses, 0);
  return { place, people: people.size, failed, presses };
}

/** Upper left cells of all spots that hold one of the cells, in an order that does not depend on theirs. */
function cornersOf(cells: Iterable<string>): string[] {
  const corners = new Set<string>();
  for (const cell of cells) {
    const [, column = '', row = ''] = /^cell:(\d{1,9}),(\d{1,9})$/.exec(cell) ?? [];
    if (row === '') continue;
    for (const across of [0, 1]) {
      for (const down of [0, 1])
        corners.add(`spot:${Number(column) - across},${Number(row) - down}`);
    }
  }
  return [...corners].sort();
}

/** Returns the places stored with clicks: a spot's four cells, or the place itself. */
export function placesOf(place: string): string[] {
  const [, columnText = '', rowText = ''] = /^spot:(-?\d{1,9}),(-?\d{1,9})$/.exec(place) ?? [];
  if (rowText === '') return [place];
  const [column, row] = [Number(columnText), Number(rowText)];
  return [row, row + 1].flatMap((down) => [`cell:${column},${down}`, `cell:${column + 1},${down}`]);
}
