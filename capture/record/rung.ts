// One level of the quality ladder over time: down at once, up after a calm time, slower after each relapse.
import { LOWEST_LEVEL } from './quality.ts';

/** Calm for this long before the next better level is tried. */
const CALM_MS = 20_000;
/** A better level that does not last this long was a mistake. */
const RELAPSE_MS = 30_000;
/** Mistakes double the calm time up to this: a connection may recover within a recording. */
const CALM_MAX_MS = 160_000;

export class Rung {
  #level: number;
  #calmMs = CALM_MS;
  #calmSinceMs: number | null = null;
  #raisedAtMs = Number.NEGATIVE_INFINITY;

  constructor(level: number) {
    this.#level = level;
  }

  get level(): number {
    return this.#level;
  }

  /** Worse by one level at least. @param to the level wanted. */
  down(atMs: number, to: number): void {
    const level = Math.min(LOWEST_LEVEL, Math.max(to, this.#level + 1));
    this.#calmSinceMs = null;
    if (level === this.#level) return;
    this.#level = level;
    if (atMs - this.#raisedAtMs < RELAPSE_MS) {
      this.#calmMs = Math.min(CALM_MAX_MS, this.#calmMs * 2);
    }
  }

  /** No reason to go down, and not calm: the calm time starts over. */
  restless(): void {
    this.#calmSinceMs = null;
  }

  /** All is well: better by one level after a calm time. */
  calm(atMs: number): void {
    this.#calmSinceMs ??= atMs;
    if (this.#level === 0 || atMs - this.#calmSinceMs < this.#calmMs) return;
    this.#level -= 1;
    this.#calmSinceMs = null;
    this.#raisedAtMs = atMs;
  }
}
