// A person's way through the sample without a browser: presses on layers → the messages that the embed would post, and
// what was to be seen when. The sample's own player code decides what a press hits and where it leads.
import type { RawEvent } from '#contract/events.ts';
import { nodeNamed, readSampleDocument, type SampleNode } from '#sample/document.ts';
import { History } from '#sample/player/history.js';
import { hit } from '#sample/player/hit.js';
import { presentedData, pressData } from '#sample/player/messages.js';

/** A press on a layer of the presented screen, or on a point. */
export interface Press {
  /** Milliseconds since the press before, or since the first screen was presented. */
  afterMs: number;
  /** A layer's name on the presented screen, or a point of its image. */
  on: string | { x: number; y: number };
  /** Offset from a layer's middle towards its edges, −1 to 1. */
  aside?: { x: number; y: number };
}

/** The visible content of the screen from a moment on. */
export interface Scene {
  atMs: number;
  screenId: string;
  overlayId: string | null;
  /** Pixels that the screen is scrolled down. */
  scrolled: number;
  /** Position of the hand in the visible part, or null before the first press. */
  pointer: { x: number; y: number } | null;
  /** A press that hit something, or nothing; null: the hand rests. */
  press: 'hit' | 'miss' | null;
  /** Lines of the panel that hides the prototype, or null while the prototype is visible. */
  panel: readonly string[] | null;
}

export interface Walk {
  events: RawEvent[];
  scenes: Scene[];
  /** When the last message was posted. */
  endedAtMs: number;
}

/** The visible part of the prototype, as in a window of 1280 × 800. */
export const VISIBLE = { width: 1280, height: 720 };

/** The prototype is presented this long after the recording began. */
export const PRESENTED_AT_MS = 400;

const sample = readSampleDocument();
const frames = new Map(sample.frames.map((frame) => [frame.id, frame]));

export function frameOf(id: string): SampleNode {
  const frame = frames.get(id);
  if (!frame) throw new Error(`the sample has no screen ${id}`);
  return frame;
}

export interface Begin {
  /** Screen on which the prototype starts. */
  startNodeId: string;
  /** The moment in which it is presented. */
  atMs: number;
}

const FIRST_BEGIN: Begin = { startNodeId: sample.startNodeId, atMs: PRESENTED_AT_MS };

export function walk(presses: readonly Press[], begin: Begin = FIRST_BEGIN): Walk {
  const way = new Way(begin);
  for (const press of presses) way.press(press);
  return way.walk;
}

class Way {
  readonly walk: Walk;
  readonly #history: History;
  #scrolled = 0;

  constructor({ startNodeId, atMs }: Begin) {
    this.walk = { events: [], scenes: [], endedAtMs: atMs };
    this.#history = new History(startNodeId, startNodeId);
    this.#tell('PRESENTED_NODE_CHANGED', presentedData(this.#history.presentedNodeId));
    this.#tell('INITIAL_LOAD', {});
    this.#show({ pointer: null, press: null });
  }

  press({ afterMs, on, aside = { x: 0, y: 0 } }: Press): void {
    this.walk.endedAtMs += afterMs;
    const { screenId, overlayId } = this.#history.presented;
    const frame = frameOf(overlayId ?? screenId);
    const at = typeof on === 'string' ? spotOn(frame, on, aside) : on;
    if (overlayId === null) this.#scrollTo(frame, at.y);
    const scrolled = overlayId === null ? this.#scrolled : 0;
    const offsetOf = (id: string) => ({ x: 0, y: id === frame.id ? scrolled : 0 });
    const found = hit(frame, { x: at.x, y: at.y - scrolled }, offsetOf);
    const before = this.#history.presentedNodeId;
    this.#tell('MOUSE_PRESS_OR_RELEASE', pressData(before, found));
    const pointer = onDisplay(frame, { x: at.x, y: at.y - scrolled }, overlayId !== null);
    this.#show({ pointer, press: found.action ? 'hit' : 'miss' });
    if (found.action) this.#follow(found.action, pointer);
  }

  #follow(action: Parameters<History['follow']>[0], pointer: Scene['pointer']): void {
    const { screenId } = this.#history.presented;
    const before = this.#history.presentedNodeId;
    this.#history.follow(action);
    if (this.#history.presentedNodeId === before) return;
    if (this.#history.presented.screenId !== screenId) this.#scrolled = 0;
    // The transition takes a moment.
    this.walk.endedAtMs += 60;
    this.#tell('PRESENTED_NODE_CHANGED', presentedData(this.#history.presentedNodeId));
    this.#show({ pointer, press: null });
  }

  /** Scrolls as little as possible to bring the point into view, with some room around it. */
  #scrollTo(frame: SampleNode, y: number): void {
    const most = Math.max(0, frame.absoluteBoundingBox.height - VISIBLE.height);
    if (y - this.#scrolled > VISIBLE.height - 60) this.#scrolled = Math.min(most, y - 400);
    if (y - this.#scrolled < 60) this.#scrolled = Math.max(0, y - 300);
    this.#scrolled = Math.round(this.#scrolled);
  }

  #tell(type: RawEvent['type'], data: Record<string, unknown>): void {
    const { events, endedAtMs } = this.walk;
    events.push({ seq: events.length, atMs: endedAtMs, type, data });
  }

  #show(scene: Pick<Scene, 'pointer' | 'press'>): void {
    const { screenId, overlayId } = this.#history.presented;
    this.walk.scenes.push({
      atMs: this.walk.endedAtMs,
      screenId,
      overlayId,
      scrolled: this.#scrolled,
      panel: null,
      ...scene,
    });
  }
}

/** A point of a layer, its middle first of all. @throws Error when the screen has no layer of that name */
export function spotOn(
  frame: SampleNode,
  name: string,
  aside: { x: number; y: number } = { x: 0, y: 0 },
): { x: number; y: number } {
  const layer = nodeNamed(frame, name);
  if (!layer) throw new Error(`'${frame.name}' has no layer '${name}'`);
  const corner = frame.absoluteBoundingBox;
  const { x, y, width, height } = layer.absoluteBoundingBox;
  return {
    x: x - corner.x + (width / 2) * (1 + aside.x),
    y: y - corner.y + (height / 2) * (1 + aside.y),
  };
}

/** An overlay is in the middle of the visible part. */
function onDisplay(frame: SampleNode, at: { x: number; y: number }, isOverlay: boolean) {
  if (!isOverlay) return at;
  const { width, height } = frame.absoluteBoundingBox;
  return { x: at.x + (VISIBLE.width - width) / 2, y: at.y + (VISIBLE.height - height) / 2 };
}
