// Sums of a run for each screen, and the places that it pressed in vain: rows that SQL adds up over
// all sessions.

import type { Step } from './derive.ts';
import type { ReadClick, Reading } from './reading.ts';

/** One screen of a run. Times in milliseconds since the recording started. */
export interface ScreenSum {
  /** Number of the screen in the test. */
  screen: number;
  /** Times it was presented, hover transitions left out. */
  presented: number;
  firstAtMs: number;
  /** First time that it was presented again after it was left, or null if it was not. */
  backAtMs: number | null;
  /** The run's last screen. */
  isLast: boolean;
  clicks: number;
  misclicks: number;
  unplaced: number;
  /**
   * Milliseconds from the first presentation to the first click that reacted, at least 0, or null
   * if none did.
   */
  firstReactedMs: number | null;
  firstMissedAtMs: number | null;
  /** Number of the screen that its first click led to, or null if it led to none. */
  firstLedTo: number | null;
}

/** A place that does not react, pressed in a run. */
export interface PlaceSum {
  screen: number;
  place: string;
  presses: number;
  firstAtMs: number;
}

export interface RunSums {
  screens: ScreenSum[];
  places: PlaceSum[];
  /** Number of the screen that each click led to, or null if it led to none. */
  ledTo: (number | null)[];
}

/**
 * Adds up one reading. A screen that was clicked but is no step of the path (a hover transition, or its message was
 * lost) counts as presented once, from its first click on.
 * @param numberOf a screen's number by its id; several may share one.
 */
export function runSums(
  { path, pathAtMs, clicks }: Pick<Reading, 'path' | 'pathAtMs' | 'clicks'>,
  numberOf: (screenId: string) => number,
): RunSums {
  const screens = new Map<number, ScreenSum>();
  const places = new Map<string, PlaceSum>();
  const steps = path.map((screenId, at) => ({ screenId, enteredAtMs: pathAtMs[at] ?? 0 }));
  let last: ScreenSum | undefined;
  for (const { screenId, enteredAtMs } of steps) {
    last = present(screens, numberOf(screenId), enteredAtMs);
  }
  if (last) last.isLast = true;
  const led = ledTo(clicks, steps).map((id) => (id === null ? null : numberOf(id)));
  for (const [at, click] of clicks.entries()) {
    const screen = numberOf(click.screenId);
    const sum = screens.get(screen) ?? present(screens, screen, click.atMs);
    if (sum.clicks === 0) sum.firstLedTo = led[at] ?? null;
    addClick(sum, click);
    const { place, atMs } = click;
    if (click.reacted === false && place !== null) pressIn(places, { screen, place, atMs });
  }
  return { screens: [...screens.values()], places: [...places.values()], ledTo: led };
}

function addClick(sum: ScreenSum, { unplaced, reacted, atMs }: ReadClick): void {
  sum.clicks += 1;
  if (unplaced !== null) sum.unplaced += 1;
  if (reacted) sum.firstReactedMs ??= Math.max(0, atMs - sum.firstAtMs);
  if (reacted !== false) return;
  sum.misclicks += 1;
  sum.firstMissedAtMs ??= atMs;
}

function present(screens: Map<number, ScreenSum>, screen: number, atMs: number): ScreenSum {
  const known = screens.get(screen);
  if (known) {
    known.presented += 1;
    known.backAtMs ??= atMs;
    return known;
  }
  const sum: ScreenSum = {
    screen,
    presented: 1,
    firstAtMs: atMs,
    backAtMs: null,
    isLast: false,
    clicks: 0,
    misclicks: 0,
    unplaced: 0,
    firstReactedMs: null,
    firstMissedAtMs: null,
    firstLedTo: null,
  };
  screens.set(screen, sum);
  return sum;
}

function pressIn(
  places: Map<string, PlaceSum>,
  { screen, place, atMs }: { screen: number; place: string; atMs: number },
): void {
  const key = `${screen} ${place}`;
  const known = places.get(key);
  if (known) known.presses += 1;
  else places.set(key, { screen, place, presses: 1, firstAtMs: atMs });
}

// Finds the screen that each click led to: the first one presented after it, before the next click.

interface Pressed {
  screenId: string;
  /** Milliseconds since the recording started. */
  atMs: number;
  /** The prototype reacted; null if the message has no such field. */
  reacted: boolean | null;
}

/** A change comes some ms before or after its press; measured as in derive.ts. A slow connection takes longer. */
const LEADS_WITHIN_MS = 3000;

/**
 * @param clicks in the order of their messages
 * @param steps of the path, in the order of their presentation
 * @returns for each click the screen that it led to, or null if it led to none
 */
export function ledTo(clicks: readonly Pressed[], steps: readonly Step[]): (string | null)[] {
  let next = 0;
  return clicks.map((click, at) => {
    while (isBefore(steps[next], click)) next += 1;
    const step = steps[next];
    const { atMs, reacted } = click;
    if (reacted === false || !step) return null;
    const untilMs = Math.min(
      atMs + LEADS_WITHIN_MS,
      clicks[at + 1]?.atMs ?? Number.POSITIVE_INFINITY,
    );
    return step.enteredAtMs <= untilMs ? step.screenId : null;
  });
}

/** A click replaces the lost message of its own screen: both have one time. */
function isBefore(step: Step | undefined, { atMs, screenId }: Pressed): boolean {
  if (!step) return false;
  return step.enteredAtMs < atMs || (step.enteredAtMs === atMs && step.screenId === screenId);
}
