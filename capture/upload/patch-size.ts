// How many bytes one PATCH carries: many on a good connection, few on one that is slow or keeps breaking.

/** 64 kB pass within the timeout at 10 kbit/s, which carries no video anyway. */
const MIN_BYTES = 64 * 1024;
/** Enough that the time between two requests does not matter. */
const MAX_BYTES = 4 * 1024 ** 2;
/** About a second of recording: soon answered on a slow connection too, and doubled on a good one. */
const START_BYTES = 256 * 1024;
/** Progress is seen to move, and a broken connection costs no more than this again. */
const AIM_MS = 1500;

export class PatchSize {
  #bytes = START_BYTES;
  #mostBytes = MAX_BYTES;

  get bytes(): number {
    return this.#bytes;
  }

  /** A PATCH arrived: the next carries what the connection carries in the time aimed at, at most twice as much. */
  arrived({ sentBytes, tookMs }: { sentBytes: number; tookMs: number }): void {
    const fitting = (sentBytes / Math.max(1, tookMs)) * AIM_MS;
    // A short piece does not show the limit.
    const atLeast = tookMs < AIM_MS ? this.#bytes : MIN_BYTES;
    this.#bytes = this.#within(Math.max(atLeast, Math.min(fitting, this.#bytes * 2)));
  }

  /** A PATCH broke or timed out. */
  shrink(): void {
    this.#bytes = this.#within(this.#bytes / 4);
  }

  /** A PATCH was too long for a proxy: none is as long again. False when it can't be shorter. */
  limit(): boolean {
    const isShortest = this.#bytes === MIN_BYTES;
    this.#mostBytes = Math.max(MIN_BYTES, this.#bytes / 2);
    this.#bytes = this.#within(this.#bytes);
    return !isShortest;
  }

  #within(bytes: number): number {
    return Math.round(Math.min(this.#mostBytes, Math.max(MIN_BYTES, bytes)));
  }
}
