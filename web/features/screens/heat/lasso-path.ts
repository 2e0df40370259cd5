// A line drawn around clicks, in pixels of the screen's image, and which hot spot lies under a press.
import type { HotSpot } from './heat-words.ts';

export interface Corner {
  x: number;
  y: number;
}

/** So few that an address with them stays short; more would not be seen. */
const CORNERS_MAX = 64;

/**
 * The corners of a lasso, whole pixels, as `results.moments` takes them: `['12:40', …]`.
 * @param drawn where the pointer was, in order
 * @returns null when too little was drawn to hold anything
 */
export function lassoArea(drawn: readonly Corner[]): string[] | null {
  const whole = drawn.map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }));
  let apart = 2;
  let kept = withDistance(whole, apart);
  while (kept.length > CORNERS_MAX) {
    apart *= 1.5;
    kept = withDistance(whole, apart);
  }
  return kept.length < 3 || areaOf(kept) < SMALLEST_AREA
    ? null
    : kept.map(({ x, y }) => `${x}:${y}`);
}

/** Less is a press with a trembling hand, in square pixels. */
const SMALLEST_AREA = 64;

function withDistance(corners: readonly Corner[], apart: number): Corner[] {
  const kept: Corner[] = [];
  for (const corner of corners) {
    const last = kept.at(-1);
    if (!last || Math.hypot(corner.x - last.x, corner.y - last.y) >= apart) kept.push(corner);
  }
  return kept;
}

/** By the shoelace formula. */
function areaOf(corners: readonly Corner[]): number {
  const twice = corners.reduce((sum, { x, y }, at) => {
    const next = corners[(at + 1) % corners.length] ?? { x, y };
    return sum + x * next.y - next.x * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** The smallest hot spot under a press: a button, not the card that it lies on. */
export function spotUnder<Spot extends Pick<HotSpot, 'box'>>(
  spots: readonly Spot[],
  { x, y }: Corner,
): Spot | null {
  const under = spots.filter(
    ({ box }) =>
      box !== null && x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  );
  const sizeOf = ({ box }: Spot) => (box ? box.width * box.height : 0);
  return under.toSorted((a, b) => sizeOf(a) - sizeOf(b))[0] ?? null;
}
