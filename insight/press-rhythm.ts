// Decides whether quick presses in a row are presses and their releases, or presses alone: the design tool reports a
// press once or twice, and does not say which message is a release.
import type { Point } from './place.ts';

/** The second message of one press comes within this time, as measured in real sessions. */
export const ECHO_MS = 350;
/** …and this near, unless the pointer was dragged meanwhile. */
export const ECHO_PX = 14;
/** Largest distance of a press and its release if the hand is still. */
const STILL_PX = 4;
/** Two messages at one place within this time may be a long press and its release. */
const LONG_PRESS_MS = 1000;
/** Fewest messages in a row whose distances show whether they are pairs. */
const ROW_MIN = 4;
/** Fewest single messages, and their least ratio to pairs, of a session whose presses are reported once. */
const SINGLES_MIN = 3;
const SINGLES_TO_PAIRS = 8;

/** One mouse message, as far as the rhythm needs it. */
export interface RhythmPress {
  seq: number;
  atMs: number;
  /** The presented screen that the message names. */
  screenId: string | null;
  handled: boolean | null;
  targetId: string | null;
  targetPosition: Point | null;
  scrollerId: string | null;
  scrollerPosition: Point | null;
}

/** Messages on one screen, each within ECHO_MS of the one before. */
type Row = RhythmPress[];

/** Collects the mouse messages of a session in order. */
export class PressRhythm {
  readonly #rows: Row[] = [];
  readonly #navigating = new Set<Row>();
  #isOpen = false;

  press(message: RhythmPress): void {
    const row = this.#rows.at(-1);
    const last = row?.at(-1);
    const continues =
      this.#isOpen && last?.screenId === message.screenId && message.atMs - last.atMs <= ECHO_MS;
    if (continues) row?.push(message);
    else this.#rows.push([message]);
    this.#isOpen = true;
  }

  /** The presented screen changed: a release may be reported on the next one, or not at all. */
  change(atMs: number): void {
    const row = this.#rows.at(-1);
    const last = row?.at(-1);
    if (row && last && Math.abs(atMs - last.atMs) <= ECHO_MS) this.#navigating.add(row);
    this.#isOpen = false;
  }

  /** Returns the `seq` of every message that is a press of its own, whatever comes before it. */
  finish(): Set<number> {
    const isOnce = new Map(
      [true, false].map((reacted) => [reacted, this.#isReportedOnce(reacted)]),
    );
    const presses = this.#rows.filter((row) => {
      if (row.length === 1) return false;
      if (isUnpaired(row)) return true;
      const kinds = new Set(row.map(({ handled }) => handled === true));
      return [...kinds].every((reacted) => isOnce.get(reacted));
    });
    return new Set(presses.flatMap((row) => row.map(({ seq }) => seq)));
  }

  #isReportedOnce(reacted: boolean): boolean {
    const own = this.#rows.filter((row) =>
      row.every(({ handled }) => (handled === true) === reacted),
    );
    const pairs = own.filter(([first, second, more]) => {
      const apart = first && second && !more ? distance(first, second) : Number.POSITIVE_INFINITY;
      return apart === null || (apart ?? Number.POSITIVE_INFINITY) <= ECHO_PX;
    });
    const singles = own.filter((row) => row.length === 1 && !this.#navigating.has(row));
    const short = singles.filter((row, at) => {
      const [before, after] = [singles[at - 1], singles[at + 1]];
      return !(before && isLongPress(before, row)) && !(after && isLongPress(row, after));
    });
    return short.length >= SINGLES_MIN && short.length > SINGLES_TO_PAIRS * pairs.length;
  }
}

function isLongPress([press]: Row, [release]: Row): boolean {
  if (!press || !release || release.atMs - press.atMs > LONG_PRESS_MS) return false;
  return press.screenId === release.screenId && (distance(press, release) ?? 0) <= STILL_PX;
}

/** Returns whether the hand moved as far within the pairs of a row as between them, so that they are none. */
function isUnpaired(row: Row): boolean {
  if (row.length < ROW_MIN) return false;
  const apart = row.slice(1).map((next, at) => distance(row[at] ?? next, next));
  const within = middleOf(apart.filter((_, at) => at % 2 === 0));
  const between = middleOf(apart.filter((_, at) => at % 2 === 1));
  if (within === null || between === null) return false;
  return within > STILL_PX && within >= between * 0.8;
}

function middleOf(distances: readonly (number | null)[]): number | null {
  const known = distances.filter((distance) => distance !== null).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? null;
}

/** Pixels between two presses by what both report of the same frame, or null if nothing compares. */
export function distance(
  a: Omit<RhythmPress, 'screenId'>,
  b: Omit<RhythmPress, 'screenId'>,
): number | null {
  if (a.scrollerId !== null && a.scrollerId === b.scrollerId) {
    const apart = between(a.scrollerPosition, b.scrollerPosition);
    if (apart !== null) return apart;
  }
  return a.targetId === b.targetId ? between(a.targetPosition, b.targetPosition) : null;
}

function between(a: Point | null, b: Point | null): number | null {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : null;
}
