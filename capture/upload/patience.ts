// How long to wait before trying again: longer each time, until an answer comes or the connection is back.
import { CallError } from './call.ts';

/** A short stumble costs next to nothing, a long outage one request every 10 s; forever. */
const DELAYS_MS = [300, 700, 1500, 3000, 5000, 10_000] as const;
/** A server may ask for longer than the last delay, but not for longer than this: EVENTS_RATE asks for as long. */
const LONGEST_MS = 30_000;

export class Patience {
  #failures = 0;
  #wake: (() => void) | null = null;

  /** Failures in a row. */
  get failures(): number {
    return this.#failures;
  }

  /** Something worked: start over. */
  reset(): void {
    this.#failures = 0;
  }

  /** Tries again at once, as when the person asks for it. */
  wakeUp(): void {
    this.#wake?.();
  }

  /** Waits after a failure; ends early when the network is back. Rejects when aborted. */
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

/** Milliseconds to wait after a failure with so many before it in a row. */
export function delayAfter(error: unknown, failures: number): number {
  const delayMs = DELAYS_MS[Math.min(failures, DELAYS_MS.length - 1)] ?? LONGEST_MS;
  const asked = error instanceof CallError ? (error.failure.retryAfterMs ?? 0) : 0;
  return Math.max(delayMs, Math.min(asked, LONGEST_MS));
}

/** Whether trying again may help: after trouble with the spool too, not after a refusal. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof CallError) || error.failure.kind !== 'refused';
}
