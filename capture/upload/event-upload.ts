// Raw events → spool and server in batches while recording; what is left goes with the last call.
import type { RawEvent } from '#contract/events.ts';
import { EVENTS_PER_CALL_MAX } from '#contract/limits.ts';
import { sessions } from '#contract/sessions.api.ts';
import type { Spool, SpooledSession } from '../spool/spool.ts';
import { send } from './call.ts';
import { isPassing, Patience } from './patience.ts';

/** As often as pieces of the video are kept: both lose the same at most when the tab is lost. */
const SPOOL_EVERY_MS = 1000;
/** A creator who watches live is a few seconds behind anyway. */
const SEND_EVERY_MS = 2000;
/** A batch is a few kB. */
const TIMEOUT_MS = 15_000;

export interface EventUploadOptions {
  spool: Spool;
  session: SpooledSession;
  /** Every event so far, in the order of `seq` (EventLog.events). */
  events: () => readonly RawEvent[];
}

/** Follows the event log of one recording. Failures never disturb the recording. */
export class EventUpload {
  readonly #options: EventUploadOptions;
  readonly #patience = new Patience();
  readonly #stop = new AbortController();
  #spooled = 0;
  #stored = 0;
  #sending: Promise<void> = Promise.resolve();
  #spooling: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(options: EventUploadOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#spool(), SPOOL_EVERY_MS);
    this.#sending = this.#sendAll();
  }

  /**
   * Stops sending; answers when every event is in the spool.
   * @returns events the server has, counted from the first without a gap.
   */
  async end(): Promise<number> {
    clearInterval(this.#timer);
    this.#stop.abort();
    this.#spool();
    await Promise.all([this.#sending, this.#spooling]);
    return this.#stored;
  }

  #spool(): void {
    const { spool, session, events } = this.#options;
    const batch = events().slice(this.#spooled);
    if (batch.length === 0) return;
    this.#spooled += batch.length;
    this.#spooling = this.#spooling
      .then(() => spool.addEvents(session.sessionId, batch))
      .catch((error) => console.error('Clicks could not be kept in the browser.', error));
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await pause(SEND_EVERY_MS, signal);
        if (await this.#send(signal)) {
          console.warn('The server keeps no more clicks of this recording.');
          return;
        }
        this.#patience.reset();
      } catch (error) {
        if (signal.aborted) return;
        if (!isPassing(error)) {
          // They stay in the spool and go with the last call.
          console.warn('Clicks are not taken while recording.', error);
          return;
        }
        await this.#patience.wait(error, signal).catch(() => undefined);
      }
    }
  }

  /** @returns whether the server takes no more. */
  async #send(signal: AbortSignal): Promise<boolean> {
    const { session, events } = this.#options;
    const batch = events().slice(this.#stored, this.#stored + EVENTS_PER_CALL_MAX);
    if (batch.length === 0) return false;
    const { stored, full } = await sendEvents(session, batch, signal);
    this.#stored = Math.min(stored, events().length);
    return full;
  }
}

/**
 * Sends a batch; an empty one asks only.
 * @returns how many events the server has, counted from the first without a gap, and whether it takes no more.
 */
export async function sendEvents(
  session: SpooledSession,
  events: readonly RawEvent[],
  signal: AbortSignal,
): Promise<{ stored: number; full: boolean }> {
  const response = await send(`/api/sessions/${session.sessionId}/events`, {
    method: 'POST',
    token: session.token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
    timeoutMs: TIMEOUT_MS,
    signal,
  });
  return sessions.events.answer.parse(await response.json());
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
