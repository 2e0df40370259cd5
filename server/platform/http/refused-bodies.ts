// Waits for the rest of refused bodies before a connection ends with the answer. While the other side still sends,
// the end resets the connection, and the answer is lost on its way (RFC 9112 section 9.6).
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';

export interface RefusedBounds {
  /** Total time: 75 MB on a line of 20 Mbit/s. A slower sender loses our answer. */
  limitMs: number;
  /** Length of a stretch, which must contain `leastBytes`. */
  windowMs: number;
  leastBytes: number;
  /** Maximum number of waits at a time; beyond them the answer is tried at once. */
  atATime: number;
}

export const REFUSED_BOUNDS: RefusedBounds = {
  limitMs: 30_000,
  windowMs: 5000,
  leastBytes: 10_000,
  atATime: 50,
};

export class RefusedBodies {
  readonly #bounds: RefusedBounds;
  #waits = 0;

  constructor(bounds: RefusedBounds = REFUSED_BOUNDS) {
    this.#bounds = bounds;
  }

  /** Resolves when the body has come, its sender is gone or too slow, or others wait already. */
  async arrived(raw: IncomingMessage): Promise<void> {
    const { limitMs, windowMs, leastBytes, atATime } = this.#bounds;
    if (raw.complete || raw.destroyed || this.#waits >= atATime) return;
    const stalled = new AbortController();
    let bytes = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const now = raw.socket.bytesRead;
      if (now - bytes < leastBytes) stalled.abort();
      bytes = now;
    }, windowMs);
    this.#waits += 1;
    try {
      const signal = AbortSignal.any([stalled.signal, AbortSignal.timeout(limitMs)]);
      await finished(raw, { writable: false, signal });
    } catch {
      // The sender is gone or too slow, so the answer is tried all the same.
    } finally {
      this.#waits -= 1;
      clearInterval(timer);
    }
  }
}
