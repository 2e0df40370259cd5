// Heatmaps of screens that are done with for the moment go to the server while the recording runs, so
// that stop has little left to send. Best effort: what has not arrived goes with the last call.
import type { RawEvent } from '#contract/events.ts';
import type { SpooledSession } from '../spool/spool.ts';
import { CallError } from '../upload/call.ts';
import { sendHeatmaps } from '../upload/session-calls.ts';
import { HeatmapPainter } from './heatmap-painter.ts';
import { planLoaded } from './make-heatmaps.ts';
import type { ScreenImages } from './screen-images.ts';

export interface AheadOptions {
  session: SpooledSession;
  events: () => readonly RawEvent[];
  images: ScreenImages;
  /** Whether the video leaves bandwidth for anything else. */
  isConnectionFree: () => boolean;
}

/** A hand rests this long between two screens; a press within it waits for the next pause. */
const QUIET_MS = 1500;
/** Not more often, however many presses: each time a whole picture is sent again. */
const EVERY_MS = 3000;

export class HeatmapsAhead {
  readonly painter = new HeatmapPainter();
  readonly #options: AheadOptions;
  readonly #stop = new AbortController();
  /** Screen → how many dots its heatmap has on the server. */
  readonly #sentDots = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(options: AheadOptions) {
    this.#options = options;
  }

  /** Dots of a screen's heatmap as the server has it; 0 without one. */
  sentDots(screenId: string): number {
    return this.#sentDots.get(screenId) ?? 0;
  }

  /** There was a press. */
  pressed(): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    const waitMs = Math.max(QUIET_MS, this.#lastMs + EVERY_MS - performance.now());
    this.#timer = setTimeout(() => this.#begin(), waitMs);
  }

  /** Nothing more goes ahead; answers when what was on its way has arrived or was given up. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#running;
  }

  #begin(): void {
    if (this.#isRunning || !this.#options.isConnectionFree()) {
      this.pressed();
      return;
    }
    this.#isRunning = true;
    this.#lastMs = performance.now();
    this.#running = this.#sendChanged()
      .catch((error) => {
        if (this.#stop.signal.aborted || error instanceof CallError) return;
        console.warn('Heatmaps go with the last call.', error);
      })
      .finally(() => {
        this.#isRunning = false;
      });
  }

  async #sendChanged(): Promise<void> {
    const { signal } = this.#stop;
    const { session, events, images } = this.#options;
    const { heatmaps, loaded } = await planLoaded({ session, events: events(), images });
    for (const { screen, points } of heatmaps) {
      const source = loaded.get(screen.nodeId);
      if (!source || points.length === this.sentDots(screen.nodeId)) continue;
      const png = await this.painter.paint(source, points);
      signal.throwIfAborted();
      await sendHeatmaps(session, [{ screenId: screen.nodeId, png }], signal);
      this.#sentDots.set(screen.nodeId, points.length);
    }
  }
}
