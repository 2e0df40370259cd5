// Raw prototype messages → clicks, visits and steps; pure, so old sessions can be read again by a better reading.
import {
  type MousePress,
  mousePress,
  type PresentedNodeChange,
  presentedNodeChange,
  type RawEvent,
} from '#contract/events.ts';
import type { Click, ScreenGeometry } from './place.ts';
import { distance, ECHO_MS, ECHO_PX, PressRhythm, type RhythmPress } from './press-rhythm.ts';

/** A stretch of time in which one screen or overlay was presented. */
export interface Visit {
  screenId: string;
  enteredAtMs: number;
  /** End of the visit, or null while it lasts and no end of the session was given. */
  leftAtMs: number | null;
  /** The visit is a step of the participant's path; hover transitions are none. */
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
 * State of the prototype by its messages: `shown` once it reported its load, a screen or a press;
 * `sign_in` and `password` while it displayed that page; `silent` without a message (not loaded, or
 * the site is not registered with the tool).
 */
export type PrototypeState = 'shown' | 'sign_in' | 'password' | 'silent';

/**
 * The part of a session's reading that `derive` computes; `readSession` adds the places of clicks
 * and the path.
 */
export interface SessionReading {
  prototypeState: PrototypeState;
  clicks: Click[];
  visits: Visit[];
  skipped: SkippedPresses;
}

/** Facts about a session beside its messages. */
export interface DeriveOptions {
  /** The link's start node: the first screen, until a message names another. */
  startNodeId?: string | null;
  /** Time zero of the session or of its task, in which the start node is presented. */
  beganAtMs?: number;
  /** State of a prototype that is loaded already. */
  prototypeState?: PrototypeState;
  /** Length of the session; closes the last visit. */
  endedAtMs?: number | null;
  /** Stored geometry: finds the screen of a press behind an open overlay. A node in several is in the first. */
  screens?: Screens;
}

type Screens = Iterable<Pick<ScreenGeometry, 'nodeId' | 'boxes'>>;

/** Measured: releases of a navigating press arrive within this time after the screen changed. */
const NAVIGATION_RACE_MS = 250;

/**
 * Reads one session.
 *
 * - One click per press: the embed reports a press once or twice (press-rhythm.ts).
 * - A release on the next screen after a navigating press is no click there.
 * - A press behind an open overlay has the overlay's id; it counts for the screen that it hit.
 * - A message without any mouse position is skipped and counted (specification, section 5).
 *
 * @param events raw messages in any order; the same `seq` twice counts once.
 */
export function derive(
  events: readonly RawEvent[],
  { screens = [], endedAtMs = null, ...facts }: DeriveOptions = {},
): SessionReading {
  const reader = new SessionReader(facts);
  for (const event of inOrder(events)) reader.read(event);
  return reader.finish(screens, endedAtMs);
}

/** Messages by `seq`; of two with the same one the last counts. */
export function inOrder(events: readonly RawEvent[]): RawEvent[] {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** State of the prototype after each type of message; types that are missing do not change it. */
export const stateAfter: Readonly<Partial<Record<RawEvent['type'], PrototypeState>>> = {
  LOGIN_SCREEN_SHOWN: 'sign_in',
  PASSWORD_SCREEN_SHOWN: 'password',
  INITIAL_LOAD: 'shown',
  PRESENTED_NODE_CHANGED: 'shown',
  MOUSE_PRESS_OR_RELEASE: 'shown',
};

/** A message that changes visits or clicks. */
type Entry =
  | { kind: 'load'; atMs: number }
  | { kind: 'change'; atMs: number; change: PresentedNodeChange }
  | { kind: 'press'; event: Pick<RawEvent, 'seq' | 'atMs'>; press: MousePress };

/** `derive` message by message; each `seq` once, in rising order. */
export class SessionReader {
  /** Node id → screen, from the stored boxes. */
  readonly #screenOf = new Map<string, string>();
  readonly #hitNodes = new Set<string>();
  /** Read when all are known, because later messages show whether presses are reported once or twice. */
  readonly #entries: Entry[] = [];
  readonly #rhythm = new PressRhythm();
  /** `seq` of the messages that are presses of their own, whatever comes before them. */
  #presses: ReadonlySet<number> = new Set();
  readonly #visits: VisitLog;
  readonly #clicks: Click[] = [];
  readonly #skipped = { echo: 0, navigationRace: 0, withoutPosition: 0, withoutScreen: 0 };
  /** The last press whose release may still come. */
  #open: Click | null = null;
  #changedAtMs: number | null = null;
  #prototypeState: PrototypeState;

  constructor({
    startNodeId = null,
    beganAtMs = 0,
    prototypeState = 'silent',
  }: Omit<DeriveOptions, 'screens' | 'endedAtMs'>) {
    this.#prototypeState = prototypeState;
    this.#visits = new VisitLog(startNodeId, beganAtMs);
  }

  /** State by the messages so far. */
  get prototypeState(): PrototypeState {
    return this.#prototypeState;
  }

  /** Nodes that presses so far hit, and the scrolled frames around these. */
  get hitNodes(): ReadonlySet<string> {
    return this.#hitNodes;
  }

  read(event: RawEvent): void {
    this.#prototypeState = stateAfter[event.type] ?? this.#prototypeState;
    const { seq, atMs, data } = event;
    if (event.type === 'MOUSE_PRESS_OR_RELEASE') {
      const press = mousePress.parse(data);
      this.#entries.push({ kind: 'press', event: { seq, atMs }, press });
      for (const id of [press.targetNodeId, press.nearestScrollingFrameId])
        if (id !== null) this.#hitNodes.add(id);
      this.#rhythm.press(rhythmOf(event, press));
    } else if (event.type === 'PRESENTED_NODE_CHANGED') {
      this.#entries.push({ kind: 'change', atMs, change: presentedNodeChange.parse(data) });
      this.#rhythm.change(atMs);
    } else if (event.type === 'INITIAL_LOAD') this.#entries.push({ kind: 'load', atMs });
  }

  /**
   * @param screens may be without the boxes of nodes that no press hit
   * @param endedAtMs ends the last visit, or null if it is unknown
   */
  finish(screens: Screens, endedAtMs: number | null): SessionReading {
    for (const { nodeId: screenId, boxes } of screens) {
      for (const nodeId of Object.keys(boxes)) {
        if (!this.#screenOf.has(nodeId)) this.#screenOf.set(nodeId, screenId);
      }
    }
    this.#presses = this.#rhythm.finish();
    for (const entry of this.#entries) {
      if (entry.kind === 'press') this.#readPress(entry.event, entry.press);
      else if (entry.kind === 'change') this.#readChange(entry);
      else this.#visits.loaded(entry.atMs);
    }
    return {
      prototypeState: this.#prototypeState,
      clicks: this.#clicks,
      visits: this.#visits.close(endedAtMs),
      skipped: this.#skipped,
    };
  }

  #readChange({ atMs, change }: { atMs: number; change: PresentedNodeChange }): void {
    if (change.presentedNodeId === null) return;
    if (change.presentedNodeId !== this.#visits.current) this.#changedAtMs = atMs;
    this.#visits.enter(change.presentedNodeId, atMs, change.isStoredInHistory);
  }

  #readPress(event: Pick<RawEvent, 'seq' | 'atMs'>, press: MousePress): void {
    const presented = press.presentedNodeId ?? this.#visits.current;
    const hasPosition = press.targetNodeMousePosition ?? press.nearestScrollingFrameMousePosition;
    if (presented === null) this.#skipped.withoutScreen += 1;
    else if (hasPosition === null) this.#skipped.withoutPosition += 1;
    else this.#readClick(this.#toClick(event, press, presented), presented);
  }

  #readClick(click: Click, presented: string): void {
    const releaseOf = this.#open && this.#releaseKind(this.#open, click);
    if (releaseOf) {
      this.#skipped[releaseOf] += 1;
      this.#open = null;
      return;
    }
    this.#visits.confirm(presented, click.atMs);
    this.#clicks.push(click);
    this.#open = click;
  }

  #releaseKind(open: Click, click: Click): 'echo' | 'navigationRace' | null {
    if (!this.#presses.has(click.seq) && isEchoOf(open, click)) return 'echo';
    return this.#isLateRelease(open, click) ? 'navigationRace' : null;
  }

  /** A release on another screen than its press: with the change's message, or just before it. */
  #isLateRelease(open: Click, click: Click): boolean {
    if (open.screenId === click.screenId || open.behindOverlay || click.behindOverlay) return false;
    if (click.atMs - open.atMs <= ECHO_MS && open.handled !== false) return true;
    const changedAtMs = this.#changedAtMs;
    if (changedAtMs === null || changedAtMs < open.atMs) return false;
    return changedAtMs - open.atMs <= ECHO_MS && click.atMs - changedAtMs <= NAVIGATION_RACE_MS;
  }

  #toClick(event: Pick<RawEvent, 'seq' | 'atMs'>, press: MousePress, presented: string): Click {
    const hit = this.#screenHit(press);
    const behindOverlay = hit !== null && hit !== presented;
    return {
      seq: event.seq,
      atMs: event.atMs,
      screenId: behindOverlay ? hit : presented,
      handled: press.handled,
      misclick: press.handled === false,
      behindOverlay,
      targetId: press.targetNodeId,
      targetPosition: press.targetNodeMousePosition,
      scrollerId: press.nearestScrollingFrameId,
      scrollerPosition: press.nearestScrollingFrameMousePosition,
      scrollerOffset: press.nearestScrollingFrameOffset,
    };
  }

  /** The screen that holds the target: by the stored boxes, or because the target is a seen screen. */
  #screenHit(press: MousePress): string | null {
    const target = press.targetNodeId;
    if (target === null) return null;
    return this.#screenOf.get(target) ?? (this.#visits.hasSeen(target) ? target : null);
  }
}

function rhythmOf({ seq, atMs }: RawEvent, press: MousePress): RhythmPress {
  return {
    seq,
    atMs,
    screenId: press.presentedNodeId,
    handled: press.handled,
    targetId: press.targetNodeId,
    targetPosition: press.targetNodeMousePosition,
    scrollerId: press.nearestScrollingFrameId,
    scrollerPosition: press.nearestScrollingFrameMousePosition,
  };
}

/**
 * Returns whether `next` belongs to the press `open`, which has no partner yet.
 * A distant one ends a drag, except on another hotspot, where it is a second, quick click.
 */
function isEchoOf(open: Click, next: Click): boolean {
  if (next.atMs - open.atMs > ECHO_MS || next.screenId !== open.screenId) return false;
  const apart = distance(open, next);
  if (apart !== null && apart <= ECHO_PX) return true;
  return !(next.handled === true && next.targetId !== open.targetId);
}

/**
 * Log of the presented screen while messages are read: one visit per change, beginning with the
 * link's start node or the first mouse message.
 */
class VisitLog {
  readonly #visits: Visit[] = [];
  readonly #seen = new Set<string>();
  /** The first visit is only assumed from the link until a message agrees. */
  #assumed: boolean;
  readonly #beganAtMs: number;

  constructor(startNodeId: string | null, beganAtMs: number) {
    this.#assumed = startNodeId !== null;
    this.#beganAtMs = beganAtMs;
    if (startNodeId !== null) this.#push(startNodeId, beganAtMs, true);
  }

  get current(): string | null {
    return this.#visits.at(-1)?.screenId ?? null;
  }

  /** Returns whether a screen was presented before or is now. */
  hasSeen(nodeId: string): boolean {
    return this.#seen.has(nodeId);
  }

  /** The embed's first load: nothing was visible before it. */
  loaded(atMs: number): void {
    const first = this.#visits[0];
    if (this.#assumed && first && this.#visits.length === 1) first.enteredAtMs = atMs;
    this.#assumed = false;
  }

  /** A change of the presented screen; the same screen again is no new visit. */
  enter(screenId: string, atMs: number, inHistory: boolean): void {
    const current = this.#visits.at(-1);
    if (this.#assumed && current?.screenId !== screenId) {
      this.#visits.length = 0;
      this.#seen.clear();
    }
    // The start screen, as assumed: it is presented from now on.
    if (this.#assumed && current?.screenId === screenId) current.enteredAtMs = atMs;
    this.#assumed = false;
    if (this.current === screenId) return;
    const left = this.#visits.at(-1);
    // A clock may jump back; a visit never ends before it began.
    if (left) left.leftAtMs = Math.max(atMs, left.enteredAtMs);
    this.#push(screenId, atMs, inHistory);
  }

  /** A mouse message names the presented screen too, so it replaces a lost change. */
  confirm(screenId: string, atMs: number): void {
    const nothingBefore = this.#assumed || this.current === null;
    this.enter(screenId, nothingBefore ? this.#beganAtMs : atMs, true);
  }

  close(endedAtMs: number | null): Visit[] {
    const last = this.#visits.at(-1);
    if (last && endedAtMs !== null) last.leftAtMs = Math.max(endedAtMs, last.enteredAtMs);
    return this.#visits;
  }

  #push(screenId: string, enteredAtMs: number, inHistory: boolean): void {
    this.#visits.push({ screenId, enteredAtMs, leftAtMs: null, inHistory });
    this.#seen.add(screenId);
  }
}

// The steps of a path: visits without hover transitions, no screen twice in a row.

/** One step of a participant's path; overlays are screens. */
export interface Step {
  screenId: string;
  /** Milliseconds since the recording started. */
  enteredAtMs: number;
}

/** A hover transition that ends leads back to the screen before it: no step of its own. */
export function stepsOf(visits: readonly Visit[]): Step[] {
  return visits
    .filter(({ inHistory }) => inHistory)
    .filter(({ screenId }, at, steps) => screenId !== steps[at - 1]?.screenId)
    .map(({ screenId, enteredAtMs }) => ({ screenId, enteredAtMs }));
}
