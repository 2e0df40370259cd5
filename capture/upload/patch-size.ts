// How many bytes one PATCH carries: many on a good line, few on one that keeps breaking.

/** 64 kB pass within the timeout at 10 kbit/s, which carries no video anyway. */
const MIN_BYTES = 64 * 1024;
/** Enough that the time between two requests does not matter. */
const MAX_BYTES = 4 * 1024 ** 2;
/** About three seconds of recording. */
const START_BYTES = 1024 ** 2;

export class PatchSize {
  #bytes = START_BYTES;

  get bytes(): number {
    return this.#bytes;
  }

  /** A PATCH arrived: the next may carry twice as much. */
  grow(): void {
    this.#bytes = Math.min(MAX_BYTES, this.#bytes * 2);
  }

  /** A PATCH broke or timed out. */
  shrink(): void {
    this.#bytes = Math.max(MIN_BYTES, this.#bytes / 4);
  }
}
