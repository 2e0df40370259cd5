// Shares the event loop among the videos that arrive: bytes that are slow to read delay other calls by milliseconds.
import { setImmediate } from 'node:timers/promises';

/** Read in one turn, of all videos together: the slowest take 4 ms, what recorders write takes less than one. */
const TURN_BYTES = 256 * 1024;
/** Videos take turns after so many. */
const PART_BYTES = 64 * 1024;

export class FeedTurns {
  #leftBytes = TURN_BYTES;
  #next: Promise<void> | undefined;

  /** Bytes in parts, each when the loop's turn has room for it; those that asked first go first. */
  async *partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = bytes.subarray(at, at + PART_BYTES);
      while (this.#leftBytes <= 0) await this.#next;
      this.#leftBytes -= part.length;
      this.#next ??= this.#end();
      yield part;
    }
  }

  async #end(): Promise<void> {
    await setImmediate();
    this.#leftBytes = TURN_BYTES;
    this.#next = undefined;
  }
}
