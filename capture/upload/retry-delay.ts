// Waits before a retry: longer each time, until the server answers or the connection is restored.
import { CallError } from './call.ts';

/**
 * Pauses after failures in a row, in milliseconds. The last one is repeated for as long as the outage lasts, and bounds how
 * late an upload notices that the server answers again: under 3 s with the request itself.
 */
const DELAYS_MS = [300, 700, 1500] as const;
/**
 * Random share of a pause, so that participants who lost the server in the same moment do not all
 * retry in the same moment.
 */
const RANDOM_SHARE = 0.5;
/** Maximum pause that a server may request. EVENTS_RATE is the longest that ours requests. */
const LONGEST_MS = 30_000;

export class RetryDelay {
  #failures = 0;
  #wake: (() => void) | null = null;

  /** Number of failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Starts again with the shortest pause, after a success. */
  reset(): void {
    this.#failures = 0;
  }

  /** Retries at once, for example when the participant presses a button. */
  wakeUp(): void {
    this.#wake?.();
  }

  /** Waits after a failure, at most until the network is back. Rejects after an abort. */
  async wait(error: unknown, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const delayMs = delayAfter(error, this.#failures);
    this.#failures += 1;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        globalThis.removeEventListener?.('online', done);
        signal.removeEventListener('abort', done);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(done, delayMs);
      globalThis.addEventListener?.('online', done);
      signal.addEventListener('abort', done);
      this.#wake = done;
    });
    signal.throwIfAborted();
  }
}

/** Maximum random share that is added to a pause that the server requested. */
export const ADDED_SHARE = 0.1;

/**
 * Returns the milliseconds to wait after a failure: at most the listed delay, or at least the pause
 * that the server requested.
 * @param failures number of failures in a row before this one
 * @param random from 0 to 1
 */
export function delayAfter(error: unknown, failures: number, random = Math.random()): number {
  const delayMs = DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)] ?? LONGEST_MS;
  const requested = error instanceof CallError ? (error.failure.retryAfterMs ?? 0) : 0;
  const leastMs = Math.min(requested, LONGEST_MS) * (1 + ADDED_SHARE * random);
  return Math.max(delayMs * (1 - RANDOM_SHARE * random), leastMs);
}

/**
 * Returns true if a retry can succeed: after network and spool errors, but not after the server
 * rejected the request.
 */
export function canRetry(error: unknown): boolean {
  return !(error instanceof CallError) || error.failure.kind !== 'refused';
}
