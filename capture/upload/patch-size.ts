// Number of bytes in one PATCH (many on a good connection, few on a slow or unstable one) and the
// timeout of its answer, because a connection can die without an error.

/** 64 kB pass within the timeout at 10 kbit/s, a speed too low for any video. */
const MIN_BYTES = 64 * 1024;
/** Enough that the time between two requests does not matter. */
const MAX_BYTES = 4 * 1024 ** 2;
/** About a second of recording: soon answered on a slow connection too, and doubled on a good one. */
const START_BYTES = 256 * 1024;
/** Progress is seen to move, and a broken connection costs no more than this again. */
const AIM_MS = 1500;

/**
 * Bytes a millisecond of a line that just supports a recording (100 kbit/s), until the line's speed
 * is measured.
 */
const START_BYTES_PER_MS = 12.5;
/** An answer may take so many times as long as the line's speed makes it. */
const SLOWER = 4;
/** A server that is busy, or whose disk is, answers within this time. */
const LEAST_TIMEOUT_MS = 6000;
/** The shortest PATCH passes in this time at 10 kbit/s. */
const MOST_TIMEOUT_MS = 60_000;

export class PatchSize {
  #bytes = START_BYTES;
  #mostBytes = MAX_BYTES;
  #bytesPerMs = START_BYTES_PER_MS;
  /** PATCHes in a row without an answer. */
  #unanswered = 0;

  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Counts a PATCH that is sent now.
   * @returns milliseconds that its answer may take: twice as long for each PATCH before it that had no answer, so that a
   * line which became slow is not cut off for ever.
   */
  timeoutOf(sentBytes: number): number {
    const expectedMs = (sentBytes / this.#bytesPerMs) * SLOWER;
    const timeoutMs = Math.max(LEAST_TIMEOUT_MS, expectedMs) * 2 ** this.#unanswered;
    this.#unanswered += 1;
    return Math.min(MOST_TIMEOUT_MS, timeoutMs);
  }

  /**
   * Records a successful PATCH. The next one has as many bytes as the connection sends in the
   * target time, at most twice as many as this one.
   */
  arrived({ sentBytes, tookMs }: { sentBytes: number; tookMs: number }): void {
    const bytesPerMs = sentBytes / Math.max(1, tookMs);
    const fitting = bytesPerMs * AIM_MS;
    this.#unanswered = 0;
    // One short piece, or one slow answer, is a weak measurement of the line.
    this.#bytesPerMs = Math.max(bytesPerMs, this.#bytesPerMs / 2);
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
