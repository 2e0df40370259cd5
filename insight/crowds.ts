// How many clicks lie on one place: few of them are shown as marks, many as heat.

interface Position {
  /** Image pixels. */
  x: number;
  y: number;
}

/** A place with fewer clicks shows each of them; with more, the heat tells. */
const CROWD_CLICKS = 4;

/**
 * Clicks to be marked, since heat alone would tell too little of them: those with few others around them, and in
 * a crowd one that missed, if any did: the one with most around it.
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
  const kept: T[] = [];
  for (const { click } of misses) {
    if (kept.every((other) => !isNear(other, click, reachPx))) kept.push(click);
  }
  return [
    ...counted.filter(({ count }) => count < CROWD_CLICKS).map(({ click }) => click),
    ...kept,
  ];
}

function isNear(a: Position, b: Position, reachPx: number): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= reachPx;
}

/** How many clicks the strongest place holds: within a dot's reach of one of them. */
export function mostOnOnePlace(clicks: readonly Position[], reachPx: number): number {
  return clicksAround(clicks, reachPx).reduce((most, count) => Math.max(most, count), 0);
}

/** One pixel with all clicks on it: many lie on the same one. */
interface Pixel extends Position {
  count: number;
}

/** For each click, how many lie within reach of it, itself included. */
function clicksAround(clicks: readonly Position[], reachPx: number): number[] {
  const pixels = new Map<string, Pixel>();
  for (const { x, y } of clicks) {
    const key = keyOf(x, y);
    const pixel = pixels.get(key) ?? { x: Math.floor(x), y: Math.floor(y), count: 0 };
    pixel.count += 1;
    pixels.set(key, pixel);
  }
  const cells = Map.groupBy(pixels.values(), ({ x, y }) => keyOf(x / reachPx, y / reachPx));
  const around = new Map<string, number>();
  for (const [key, pixel] of pixels) {
    const near = neighbours
      .flatMap(([column, row]) => {
        const cell = keyOf(pixel.x / reachPx + column, pixel.y / reachPx + row);
        return cells.get(cell) ?? [];
      })
      .filter((other) => isNear(other, pixel, reachPx));
    around.set(
      key,
      near.reduce((sum, { count }) => sum + count, 0),
    );
  }
  return clicks.map(({ x, y }) => around.get(keyOf(x, y)) ?? 0);
}

/** A cell and the eight around it: nothing in reach lies beyond them. */
const neighbours = [-1, 0, 1].flatMap((column) => [-1, 0, 1].map((row) => [column, row] as const));

function keyOf(x: number, y: number): string {
  return `${Math.floor(x)} ${Math.floor(y)}`;
}
