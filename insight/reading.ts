// The whole reading of a session: its raw messages and its screens' geometry → what is stored, shown and summed.
import type { RawEvent } from '#contract/events.ts';
import {
  inOrder,
  type PrototypeState,
  SessionReader,
  type SkippedPresses,
  stepsOf,
  type Visit,
} from './derive.ts';
import { type Click, place, type ScreenGeometry, type Unplaced } from './place.ts';
import { pressedPlace } from './places.ts';

/**
 * Names what `readSession` answers. Raise it with every change that gives a stored session another reading:
 * the server then reads all of them again. A test compares the readings of fixed sessions with it.
 */
export const READING_VERSION = 2;

/** One press with its place on the screen's image. */
export interface ReadClick {
  /** `seq` of the message it was read from. */
  seq: number;
  /** Milliseconds since the recording started. */
  atMs: number;
  screenId: string;
  /** The prototype reacted; null if the message has no such field. */
  reacted: boolean | null;
  /** The press went to the screen behind an open overlay. */
  behindOverlay: boolean;
  targetId: string | null;
  /** Pixels of the screen's image; both null when the click has no place. */
  x: number | null;
  y: number | null;
  /** The place is in a frame that was scrolled; the image shows it unscrolled. */
  innerScrolled: boolean;
  /** Why the click has no place; null when it has one. */
  unplaced: Unplaced | 'no_screen_image' | null;
  /** The session's first click on this screen. */
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
  /** When each of them was presented, in milliseconds since the recording started. */
  pathAtMs: number[];
  skipped: SkippedPresses;
}

/** Facts about a session beside its messages. */
export interface ReadingInput {
  /** The link's start node. */
  startNodeId: string | null;
  /** Length of the recording in milliseconds; closes the last visit. */
  endedAtMs: number | null;
  /** Images and boxes of the screens; a click on another screen stays without a place. */
  screens: readonly ScreenGeometry[];
}

/**
 * Reads one session: the same messages and screens always give the same reading.
 * @param events raw messages in any order; the same `seq` twice counts once.
 */
export function readSession(events: readonly RawEvent[], input: ReadingInput): Reading {
  const reading = new OpenReading(input);
  for (const event of inOrder(events)) reading.add(event);
  return reading.finish();
}

/** `readSession` message by message, for callers that do other work in between. */
export class OpenReading {
  readonly #reader: SessionReader;
  readonly #images: ReadonlyMap<string, ScreenGeometry>;

  constructor({ startNodeId, endedAtMs, screens }: ReadingInput) {
    this.#reader = new SessionReader({ startNodeId, endedAtMs, screens });
    this.#images = new Map(screens.map((screen) => [screen.nodeId, screen]));
  }

  /** @param event each `seq` once, in rising order. */
  add(event: RawEvent): void {
    this.#reader.read(event);
  }

  finish(): Reading {
    const { clicks, visits, prototypeState, skipped } = this.#reader.finish();
    // The start screen of a silent prototype is only assumed: no message proves that it was seen.
    const hasMessages = prototypeState === 'shown' || visits.length > 1 || clicks.length > 0;
    const steps = hasMessages ? stepsOf(visits) : [];
    const placed = clicks.map((click) => placeClick(click, this.#images.get(click.screenId)));
    const clicked = new Set<string>();
    const read = placed.map((click) => {
      const isFirst = !clicked.has(click.screenId);
      clicked.add(click.screenId);
      const place = pressedPlace(click, this.#images.get(click.screenId));
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
