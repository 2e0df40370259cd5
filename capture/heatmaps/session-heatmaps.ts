// A session's heatmaps: those of screens without a press for a moment go to the server while the recording runs,
// so that stopping has little left to send; the rest goes into the spool, for the last call.
import type { RawEvent } from '#contract/events.ts';
import type { ScreenImage } from '#contract/screens.ts';
import type { Spool, SpooledSession } from '../spool/spool.ts';
import { CallError } from '../upload/call.ts';
import { sendHeatmaps } from '../upload/session-calls.ts';
import { HeatmapPainter } from './heatmap-painter.ts';
import { clickedScreens, type HeatmapPlan, planHeatmaps, visitedScreens } from './heatmap-plan.ts';
import type { LoadedScreen, ScreenImages } from './screen-images.ts';

export interface HeatmapsOptions {
  session: SpooledSession;
  /** Every message so far. */
  events: () => readonly RawEvent[];
  images: ScreenImages;
  /** Returns whether the video leaves bandwidth for other uploads. */
  isConnectionFree: () => boolean;
}

/** A hand rests this long between two screens; a press within it waits for the next pause. */
const QUIET_MS = 1500;
/** Shortest time between two uploads, because each press sends a whole image again. */
const EVERY_MS = 3000;

export class SessionHeatmaps {
  readonly #options: HeatmapsOptions;
  readonly #painter = new HeatmapPainter();
  readonly #stop = new AbortController();
  /** Screen → how many dots its heatmap has on the server. */
  readonly #sentDots = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(options: HeatmapsOptions) {
    this.#options = options;
  }

  /** There was a press: heatmaps go to the server after the next pause, best effort. */
  pressed(): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    const waitMs = Math.max(QUIET_MS, this.#lastMs + EVERY_MS - performance.now());
    this.#timer = setTimeout(() => this.#begin(), waitMs);
  }

  /**
   * Puts every heatmap that the server lacks into the spool; a screen that fails is skipped. Never rejects:
   * a recording without a heatmap is still a recording.
   */
  async finish(spool: Spool): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#running;
    try {
      await this.#paintChanged(async (screenId, paint) => {
        try {
          await spool.putHeatmap(this.#options.session.sessionId, { screenId, png: await paint() });
        } catch (error) {
          console.warn(`The heatmap of screen ${screenId} was skipped.`, error);
        }
      });
    } catch (error) {
      console.error('No heatmaps could be made.', error);
    }
    this.#painter.close();
  }

  #begin(): void {
    if (this.#isRunning || !this.#options.isConnectionFree()) {
      this.pressed();
      return;
    }
    this.#isRunning = true;
    this.#lastMs = performance.now();
    const { signal } = this.#stop;
    this.#running = this.#paintChanged(async (screenId, paint, dots) => {
      const png = await paint();
      signal.throwIfAborted();
      await sendHeatmaps(this.#options.session, [{ screenId, png }], signal);
      this.#sentDots.set(screenId, dots);
    })
      .catch((error) => {
        if (signal.aborted || error instanceof CallError) return;
        console.warn('Heatmaps go with the last call.', error);
      })
      .finally(() => {
        this.#isRunning = false;
      });
  }

  /** Hands over, one after the other, the heatmaps that differ from what the server has. */
  async #paintChanged(
    handOver: (screenId: string, paint: () => Promise<Blob>, dots: number) => Promise<void>,
  ): Promise<void> {
    const { heatmaps, loaded } = await this.#plan();
    for (const { screen, points } of heatmaps) {
      const { nodeId } = screen;
      const source = loaded.get(nodeId);
      if (!source || points.length === this.#sentDots.get(nodeId)) continue;
      await handOver(nodeId, () => this.#painter.paint(source, points), points.length);
    }
  }

  /** Returns the dots of each screen, and the screens' images. */
  async #plan(): Promise<Pick<HeatmapPlan, 'heatmaps'> & { loaded: Loaded }> {
    const { images, session } = this.#options;
    const { startNodeId } = session;
    const events = this.#options.events();
    let loaded = await loadAll(images, clickedScreens(events, startNodeId));
    let planned = planHeatmaps(events, startNodeId, geometryOf(loaded));
    if (planned.hasUnknownNodes) {
      // A press behind an overlay names the overlay, so the boxes of the screens behind it are
      // needed to find its screen.
      loaded = await loadAll(images, [...loaded.keys(), ...visitedScreens(events, startNodeId)]);
      planned = planHeatmaps(events, startNodeId, geometryOf(loaded));
    }
    const { heatmaps, withoutPosition } = planned;
    if (withoutPosition > 0) console.warn(`${withoutPosition} clicks had no mouse position.`);
    return { heatmaps, loaded };
  }
}

type Loaded = ReadonlyMap<string, LoadedScreen>;

async function loadAll(images: ScreenImages, screenIds: readonly string[]): Promise<Loaded> {
  const found = await Promise.all(
    screenIds.map(async (screenId) => [screenId, await images.load(screenId)] as const),
  );
  return new Map(found.flatMap(([screenId, screen]) => (screen ? [[screenId, screen]] : [])));
}

function geometryOf(loaded: Loaded): Map<string, ScreenImage> {
  return new Map([...loaded].map(([screenId, { screen }]) => [screenId, screen]));
}
