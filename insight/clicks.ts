// A click and a visit as derived from raw prototype messages: input of place and of the whole reading.
import type { ScreenImage } from '#contract/screens.ts';

/** A position in canvas pixels, or in image pixels where a name says so. */
export interface Point {
  x: number;
  y: number;
}

/** One press of the participant. Positions as reported, in canvas pixels; `place` maps them. */
export interface Click {
  /** `seq` of the message it was read from. */
  seq: number;
  /** Milliseconds since the recording started. */
  atMs: number;
  /** The presented screen or overlay it belongs to. */
  screenId: string;
  /** Whether a hotspot was hit; null when the message did not say. */
  handled: boolean | null;
  /** True when no hotspot was hit. */
  misclick: boolean;
  /** An overlay was open and the press went to the screen behind it, which is `screenId`. */
  behindOverlay: boolean;
  targetId: string | null;
  /** From the target's top left corner. */
  targetPosition: Point | null;
  scrollerId: string | null;
  /** From the top left corner of the scroller's visible part. */
  scrollerPosition: Point | null;
  /** How far the scroller is scrolled. */
  scrollerOffset: Point | null;
}

/** A stretch of time in which one screen or overlay was presented. */
export interface Visit {
  screenId: string;
  enteredAtMs: number;
  /** Null while it lasts, when no end of the session was given. */
  leftAtMs: number | null;
  /** False for hover transitions, which are no step of the participant's path. */
  inHistory: boolean;
}

/** Mouse messages that are no click of their own, by reason. */
export interface SkippedPresses {
  /** The second message of one press (the release at the same place, or the end of a drag). */
  echo: number;
  /** A release that arrived on the next screen because its press had navigated. */
  navigationRace: number;
  /** Neither the target's nor the scroller's position was reported. */
  withoutPosition: number;
  /** No presented node was reported and none was known. */
  withoutScreen: number;
}

/**
 * What the embed told of the prototype: `shown` once it reported its load, a screen or a press;
 * `sign_in` and `password` while it asked for one; `silent` when nothing came (not loaded, or the
 * site is not registered with the tool).
 */
export type PrototypeState = 'shown' | 'sign_in' | 'password' | 'silent';

/** What `derive` reads of one session; `readSession` adds the places of clicks and the path. */
export interface SessionReading {
  prototypeState: PrototypeState;
  clicks: Click[];
  visits: Visit[];
  skipped: SkippedPresses;
}

/** Where nodes lie, as kept with a screen's image. */
export type ScreenGeometry = Pick<ScreenImage, 'nodeId' | 'width' | 'height' | 'origin' | 'boxes'>;
