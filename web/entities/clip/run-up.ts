// The run-up of the next clip: it plays hidden and muted from shortly before its beginning, so that its pictures are
// decoded when its turn comes. A paused video needs about a tenth of a second for its first picture.
import { type Player, pictureMs } from '#web/entities/recording/player.ts';

/** Length of the run-up: a clip waits this long before its beginning. */
export const RUN_UP_MS = 500;
/** Usual time until a browser begins to play; the rate corrects the difference. */
const BEGIN_MS = 100;
/**
 * Time before the end of the run-up from which on the video plays at its own rate, so that its
 * sound continues evenly.
 */
const STEADY_MS = 120;
/** The clip arrives this much late on purpose, because an early arrival would lose its first picture. */
const LATE_MS = 8;
/** Usual duration of a seek. */
const NEAR_MS = 250;
const RATES = { least: 0.5, most: 2 };

export interface RunUpOptions {
  /** Player of the hidden video, paused at most `RUN_UP_MS` before the clip's beginning. */
  player: Player;
  /** Start of the clip. */
  fromMs: number;
  /** Returns the milliseconds until the clip's turn. */
  leftMs: () => number;
}

/** Adjusts the hidden video once a frame, until it is stopped. */
export class RunUp {
  readonly #options: RunUpOptions;
  #waitsAtMs = 0;
  #hasBegun = false;
  #frame = 0;
  #lookedAtMs = 0;
  #pictureMs = 0;
  #onThere: (() => void) | null = null;

  constructor(options: RunUpOptions) {
    this.#options = options;
    this.#frame = requestAnimationFrame(this.#look);
  }

  /** Starts the clip's turn. Calls back with its first picture, now or when it has loaded. */
  come(onThere: () => void): void {
    this.#onThere = onThere;
    this.#begin();
    this.#arrive();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#hasBegun) this.#setRate(1);
  }

  /** Returns true if the video reaches the clip's beginning sooner by playing than by a seek. */
  get isNear(): boolean {
    return this.#isReady && this.#wayMs < NEAR_MS;
  }

  get #isReady(): boolean {
    const { player } = this.#options;
    return player.getSnapshot().phase === 'ready' && this.#wayMs < RUN_UP_MS + NEAR_MS;
  }

  get #wayMs(): number {
    return this.#options.fromMs - this.#options.player.nowMs;
  }

  readonly #look = (atMs: number): void => {
    this.#frame = requestAnimationFrame(this.#look);
    this.#pictureMs = pictureMs(atMs - this.#lookedAtMs);
    this.#lookedAtMs = atMs;
    const leftMs = this.#options.leftMs();
    const wayMs = this.#wayMs;
    // A run-up without length cannot correct an early start.
    if (leftMs <= wayMs + Math.min(wayMs, BEGIN_MS)) this.#begin();
    if (this.#hasBegun && this.#options.player.nowMs > this.#waitsAtMs) this.#keepStep(leftMs);
    this.#arrive();
  };

  #begin(): void {
    if (this.#hasBegun || !this.#isReady) return;
    this.#hasBegun = true;
    this.#waitsAtMs = this.#options.player.nowMs;
    this.#options.player.play();
  }

  /** Sets the rate of playback so that the clip's beginning and its turn come at the same time. */
  #keepStep(leftMs: number): void {
    const aheadMs = leftMs + LATE_MS - this.#wayMs;
    const isSteady = leftMs <= STEADY_MS || Math.abs(aheadMs) < LATE_MS;
    const rate = isSteady ? 1 : (this.#wayMs - LATE_MS - STEADY_MS) / (leftMs - STEADY_MS);
    this.#setRate(Math.min(Math.max(rate, RATES.least), RATES.most));
  }

  #setRate(rate: number): void {
    const { player } = this.#options;
    const before = player.getSnapshot().rate;
    if (rate === before || (rate !== 1 && Math.abs(rate - before) < 0.1)) return;
    player.setRate(rate);
  }

  #arrive(): void {
    if (this.#onThere === null || this.#wayMs > this.#pictureMs) return;
    this.stop();
    this.#onThere();
  }
}
