// Computes positions of times on a logarithmic axis, and piles of dots. Pure: pixels in, pixels out.

export interface TimeAxis {
  fromMs: number;
  toMs: number;
  /** Pixels from the left edge. */
  x: (ms: number) => number;
  ticks: { ms: number; label: string; x: number }[];
}

/** Round times in seconds, as on a clock. */
const ROUND_SECONDS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600];
/** Additional labels, if there is space. */
const FURTHER_SECONDS = [3, 15, 25, 40, 50, 90, 180, 240];
/** Labels closer than this overlap. */
const TICK_ROOM_PX = 52;
/** Nothing is drawn at 0, which has no logarithm. */
const SHORTEST_MS = 100;
/** Minimum ratio of the axis's ends, so that equal times are one dot in the middle. */
const LEAST_RATIO = 4;
/** Padding around the outermost times. */
const MARGIN_RATIO = 1.15;

/**
 * @param timesMs all times on the axis
 * @param px its begin and end
 */
export function timeAxis(timesMs: readonly number[], px: { from: number; to: number }): TimeAxis {
  const { shortest, longest } = rangeOf(timesMs);
  const widen = Math.max(MARGIN_RATIO, Math.sqrt(LEAST_RATIO / (longest / shortest)));
  const [fromMs, toMs] = [shortest / widen, longest * widen];
  const perLog = (px.to - px.from) / Math.log(toMs / fromMs);
  const x = (ms: number) => px.from + Math.log(Math.max(ms, SHORTEST_MS) / fromMs) * perLog;
  const ticks: TimeAxis['ticks'] = [];
  for (const seconds of [...ROUND_SECONDS, ...FURTHER_SECONDS]) {
    const at = x(seconds * 1000);
    const isFree = ticks.every((tick) => Math.abs(tick.x - at) >= TICK_ROOM_PX);
    if (at < px.from || at > px.to || !isFree) continue;
    ticks.push({ ms: seconds * 1000, label: tickLabel(seconds), x: at });
  }
  ticks.sort((a, b) => a.x - b.x);
  return { fromMs, toMs, x, ticks };
}

function rangeOf(timesMs: readonly number[]): { shortest: number; longest: number } {
  const [first = 1000] = timesMs;
  const seen = timesMs.map((ms) => Math.max(ms, SHORTEST_MS));
  const shortest = seen.reduce((a, b) => Math.min(a, b), first);
  return {
    shortest: Math.max(shortest, SHORTEST_MS),
    longest: seen.reduce((a, b) => Math.max(a, b), shortest),
  };
}

function tickLabel(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

export interface Pile<T> {
  /** Middle of its dots. */
  x: number;
  items: T[];
}

export interface Piles<T> {
  radius: number;
  /** Height of the tallest pile. */
  height: number;
  piles: Pile<T>[];
}

/** Radii from the largest dot to the smallest visible one. */
const RADII_PX = [5.5, 4.5, 3.5, 2.5, 1.75];
/** Between two dots. */
const GAP_PX = 1;

/**
 * Stacks the dots of each column; their radius shrinks until the tallest pile fits.
 * @param items in rising order
 */
export function pilesOf<T extends { ms: number }>(
  items: readonly T[],
  axis: TimeAxis,
  maxHeight: number,
): Piles<T> {
  let found: Piles<T> = { radius: RADII_PX[0] ?? 1, height: 0, piles: [] };
  for (const radius of RADII_PX) {
    const step = 2 * radius + GAP_PX;
    const columns = Map.groupBy(items, ({ ms }) => Math.floor(axis.x(ms) / step));
    const piles = [...columns].map(([at, own]) => ({ x: (at + 0.5) * step, items: own }));
    const highest = Math.max(0, ...piles.map((pile) => pile.items.length));
    found = { radius, height: highest * step, piles };
    if (found.height <= maxHeight) break;
  }
  return found;
}
