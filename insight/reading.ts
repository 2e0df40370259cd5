// Computes the reading of a session, its clicks, visits and path, from its raw messages and the geometry of its screens.
import type { RawEvent } from '#contract/events.ts';
import {
  inOrder,
  type PrototypeState,
  SessionReader,
  type SkippedPresses,
  stepsOf,
  type Visit,
} from './derive.ts';
import { ScreenLayers } from './layers.ts';
import { type Click, place, type ScreenGeometry, type Unplaced } from './place.ts';
import { pressedPlace } from './places.ts';

/**
 * Version of the readings that `readSession` returns. Increase it with every change that gives a stored session another
 * reading; the server then computes all readings again. A test compares the readings of fixed sessions with it.
 */
export const READING_VERSION = 3;

/** One press with its place on the screen's image. */
export interface ReadClick {
  /** `seq` of the press's message. */
  seq: number;
  /** Milliseconds since the recording started. */
  atMs: number;
  screenId: string;
  /** The prototype reacted to the press, or null if the message has no such field. */
  reacted: boolean | null;
  /** The press hit the screen behind an open overlay. */
  behindOverlay: boolean;
  targetId: string | null;
  /** Position on the screen's image in pixels. Both are null if the click has no place. */
  x: number | null;
  y: number | null;
  /** The place is in a scrolled frame, which the image shows unscrolled. */
  innerScrolled: boolean;
  /** Reason why the click has no place, or null if it has one. */
  unplaced: Unplaced | 'no_screen_image' | null;
  /** True for the session's first click on this screen. */
  isFirst: boolean;
  /** The target of the click (places.ts), or null without a place and a named layer. */
  place: string | null;
}

export interface Reading {
  prototypeState: PrototypeState;
  /** Clicks in the order of their messages. */
  clicks: ReadClick[];
  visits: Visit[];
  /**
   * Screens in the order in which they were presented, without hover transitions; empty for a
   * prototype without messages.
   */
  path: string[];
  /** Times at which the screens of `path` were presented, in milliseconds since the recording started. */
  pathAtMs: number[];
  skipped: SkippedPresses;
}

/** Facts about a session, or about its passage through a task, that its messages do not contain. */
export interface ReadingInput {
  /** Start node of the prototype's link, or null without one. */
  startNodeId: string | null;
  /** Time in which the task was shown; by default the recording's start. */
  beganAtMs?: number;
  /** State of a prototype that was loaded before; by default `silent`. */
  prototypeState?: PrototypeState;
  /** Length of the recording in milliseconds, which ends the last visit, or null if it is unknown. */
  endedAtMs: number | null;
  /** Images of the screens with their layers. A click on another screen has no place. */
  screens: readonly ScreenGeometry[];
}

/**
 * Reads one session: the same messages and screens always give the same reading.
 * @param events raw messages in any order; of two with the same `seq` one counts
 */
export function readSession(
  events: readonly RawEvent[],
  { screens, endedAtMs, ...facts }: ReadingInput,
): Reading {
  const reading = new OpenReading(facts);
  for (const event of inOrder(events)) reading.add(event);
  return reading.finish(screens, endedAtMs);
}

/** Reads a session message by message, for callers that do other work in between. */
export class OpenReading {
  readonly #reader: SessionReader;

  constructor(facts: Omit<ReadingInput, 'screens' | 'endedAtMs'>) {
    this.#reader = new SessionReader(facts);
  }

  /** Nodes whose boxes `finish` uses, beside those of the screens themselves. */
  get hitNodes(): ReadonlySet<string> {
    return this.#reader.hitNodes;
  }

  /** State of the prototype by the messages so far. */
  get prototypeState(): PrototypeState {
    return this.#reader.prototypeState;
  }

  /** @param event the next message; each `seq` once, in rising order */
  add(event: RawEvent): void {
    this.#reader.read(event);
  }

  /**
   * @param screens may be without the boxes of nodes that no press hit
   * @param endedAtMs see ReadingInput
   */
  finish(screens: readonly ScreenGeometry[], endedAtMs: number | null): Reading {
    const layersOf = new Map(screens.map((screen) => [screen.nodeId, new ScreenLayers(screen)]));
    const { clicks, visits, prototypeState, skipped } = this.#reader.finish(screens, endedAtMs);
    // The start screen of a silent prototype is only assumed: no message proves that it was seen.
    const hasMessages = prototypeState === 'shown' || visits.length > 1 || clicks.length > 0;
    const steps = hasMessages ? stepsOf(visits) : [];
    const placed = clicks.map((click) => placeClick(click, layersOf.get(click.screenId)?.screen));
    const clicked = new Set<string>();
    const read = placed.map((click) => {
      const isFirst = !clicked.has(click.screenId);
      clicked.add(click.screenId);
      const place = pressedPlace(click, layersOf.get(click.screenId));
      return { ...click, isFirst, place };
    });
    return {
      prototypeState,
      clicks: read,
      visits,
      path: steps.map(({ screenId }) => screenId),
      pathAtMs: steps.map(({ enteredAtMs }) => enteredAtMs),
      skipped,
    };
  }
}

function placeClick(
  click: Click,
  image: ScreenGeometry | undefined,
): Omit<ReadClick, 'isFirst' | 'place'> {
  const { seq, atMs, screenId, handled: reacted, behindOverlay, targetId } = click;
  const press = { seq, atMs, screenId, reacted, behindOverlay, targetId };
  const spot = image
    ? place(click, image)
    : ({ placed: false, reason: 'no_screen_image' } as const);
  if (!spot.placed)
    return { ...press, x: null, y: null, innerScrolled: false, unplaced: spot.reason };
  const { x, y, innerScrolled } = spot;
  return { ...press, x, y, innerScrolled, unplaced: null };
}
