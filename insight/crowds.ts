// Number of clicks in one place: few are painted as marks, many as heat.

interface Position {
  /** Image pixels. */
  x: number;
  y: number;
}

/** A place with fewer clicks shows each of them; with more, the heat is enough. */
const CROWD_CLICKS = 4;

/**
 * Returns the clicks to mark, because heat alone would not show them: those with few others around
 * them, and one missed click of a crowd, the one with most clicks around it.
 */
export function markedClicks<T extends Position & { missed: boolean }>(
  clicks: readonly T[],
  reachPx: number,
): T[] {
  const counts = clicksAround(clicks, reachPx);
  const counted = clicks.map((click, at) => ({ click, count: counts[at] ?? 0 }));
  const misses = counted
    .filter(({ click, count }) => click.missed && count >= CROWD_CLICKS)
    .sort((a, b) => b.count - a.count || a.click.y - b.click.y || a.click.x - b.click.x);
  const few = counted.filter(({ count }) => count < CROWD_CLICKS).map(({ click }) => click);
  return [
    ...few,
    ...farApart(
      misses.map(({ click }) => click),
      reachPx,
    ),
  ];
}

/** Returns the first of each group of clicks near each other. */
function farApart<T extends Position>(clicks: readonly T[], reachPx: number): T[] {
  const separate: T[] = [];
  const cells = new Map<string, T[]>();
  for (const click of clicks) {
    const [column, row] = [Math.floor(click.x / reachPx), Math.floor(click.y / reachPx)];
    const near = neighbours.flatMap(([x, y]) => cells.get(`${column + x} ${row + y}`) ?? []);
    if (near.some((other) => isNear(other, click, reachPx))) continue;
    separate.push(click);
    const own = `${column} ${row}`;
    cells.set(own, [...(cells.get(own) ?? []), click]);
  }
  return separate;
}

/** A cell and the eight around it contain every click in reach. */
const neighbours = [-1, 0, 1].flatMap((column) => [-1, 0, 1].map((row) => [column, row] as const));

function isNear(a: Position, b: Position, reachPx: number): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= reachPx;
}

/** Returns the number of clicks in the strongest place: within a dot's reach of one of them. */
export function mostOnOnePlace(clicks: readonly Position[], reachPx: number): number {
  return clicksAround(clicks, reachPx).reduce((most, count) => Math.max(most, count), 0);
}

/** One row of pixels with clicks, from left to right. */
interface PixelRow {
  /** Indexes into all clicks. */
  order: number[];
  columns: Int32Array;
}

/**
 * Returns for each click how many are within reach of it, itself included. Linear in clicks, but
 * for sorting each row.
 */
function clicksAround(clicks: readonly Position[], reachPx: number): Int32Array {
  const around = new Int32Array(clicks.length);
  const rows = new Map<number, PixelRow>();
  for (const [row, own] of Map.groupBy(clicks.keys(), (at) => Math.floor(clicks[at]?.y ?? 0))) {
    const columnOf = (at: number) => Math.floor(clicks[at]?.x ?? 0);
    const order = own.sort((a, b) => columnOf(a) - columnOf(b));
    rows.set(row, { order, columns: Int32Array.from(order, columnOf) });
  }
  for (const [row, own] of rows) {
    for (let down = -Math.floor(reachPx); down <= reachPx; down += 1) {
      const other = rows.get(row + down);
      if (other)
        addNear(around, { own, other, half: Math.floor(Math.sqrt(reachPx ** 2 - down ** 2)) });
    }
  }
  return around;
}

/** Adds to each click of a row those of another row at most `half` columns beside it. */
function addNear(
  around: Int32Array,
  { own, other, half }: { own: PixelRow; other: PixelRow; half: number },
): void {
  const { columns } = other;
  const { length } = columns;
  let [from, to] = [0, 0];
  for (const [place, at] of own.order.entries()) {
    const column = own.columns[place] ?? 0;
    while (from < length && (columns[from] ?? 0) < column - half) from += 1;
    while (to < length && (columns[to] ?? 0) <= column + half) to += 1;
    around[at] = (around[at] ?? 0) + to - from;
  }
}
