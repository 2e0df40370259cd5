// Raw events → spool and server in batches while recording; what is left goes with the last call.
import type { RawEvent } from '#contract/events.ts';
import { EVENTS_PER_CALL_MAX } from '#contract/limits.ts';
import { isOwnType } from '#contract/own-messages.ts';
import type { Spool, SpooledSession } from '../spool/spool.ts';
import { canRetry, RetryDelay } from './retry-delay.ts';
import { sendEvents } from './session-calls.ts';

/** The interval of the video's pieces, so that a lost tab loses the same time of both. */
const SPOOL_EVERY_MS = 1000;
/** A creator who watches live is a few seconds behind anyway. */
const SEND_EVERY_MS = 2000;
/** Stopping waits no longer for what can go with the last call as well. */
const LAST_SEND_MS = 5000;

export interface EventUploadOptions {
  spool: Spool;
  session: SpooledSession;
  /** Every event so far, in the order of `seq` (EventLog.events). */
  events: () => readonly RawEvent[];
  /** Number of events that an earlier visit left in the spool. */
  spooledBefore?: number;
}

/** Follows the event log of one recording. Failures never disturb the recording. */
export class EventUpload {
  readonly #options: EventUploadOptions;
  readonly #retryDelay = new RetryDelay();
  readonly #stop = new AbortController();
  #spooled: number;
  #stored = 0;
  /** Events of an earlier visit, of which the server may have some. */
  #isStoredUnknown: boolean;
  #sending: Promise<void> = Promise.resolve();
  #spooling: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Callers of `reported`, by the number of messages they wait for. */
  #waiting: { events: number; go: () => void }[] = [];
  #isOver = false;
  /** Number of the next message to be sent when the server takes those of the page alone, or null before that. */
  #ownFrom: number | null = null;
  /** Resolved: the next batch is wanted at once. */
  #nextBatch = Promise.withResolvers<void>();

  constructor(options: EventUploadOptions) {
    this.#options = options;
    this.#spooled = options.spooledBefore ?? 0;
    this.#isStoredUnknown = this.#spooled > 0;
  }

  /** Begins to follow the log. Called twice it runs once. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#spool(), SPOOL_EVERY_MS);
    this.#sending = this.#sendAll();
  }

  /**
   * Sends at once and resolves when the server has every message up to now: it gives images of reported screens
   * only. Resolves too when sending has ended; never rejects.
   */
  async reported(): Promise<void> {
    const events = this.#options.events().length;
    if (this.#stored >= events || this.#isOver || this.#ownFrom !== null) return;
    await new Promise<void>((go) => {
      this.#waiting.push({ events, go });
      this.#nextBatch.resolve();
    });
  }

  /**
   * Stops sending, after one last batch; answers when every event is in the spool.
   * @returns events the server has, counted from the first without a gap.
   */
  async end(): Promise<number> {
    clearInterval(this.#timer);
    this.#stop.abort();
    this.#nextBatch.resolve();
    this.#spool();
    await Promise.all([this.#sending, this.#spooling]);
    const last = AbortSignal.timeout(LAST_SEND_MS);
    // Messages that do not arrive go with the last call.
    if (!this.#isOver) await this.#send(last).catch(() => undefined);
    this.#giveUp();
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
        await this.#pause();
        await this.#send(signal);
        this.#retryDelay.reset();
      } catch (error) {
        if (signal.aborted) return;
        if (!canRetry(error)) {
          // They stay in the spool and go with the last call.
          console.warn('Clicks are not taken while recording.', error);
          this.#giveUp();
          return;
        }
        await this.#retryDelay.wait(error, signal).catch(() => undefined);
      }
    }
  }

  async #send(signal: AbortSignal): Promise<void> {
    const { session, events } = this.#options;
    // The spool is never behind the server, so that another visit goes on behind the last number.
    this.#spool();
    await this.#spooling;
    if (this.#isStoredUnknown) {
      const { stored } = await sendEvents(session, [], signal);
      this.#stored = Math.min(stored, events().length);
      this.#isStoredUnknown = false;
    }
    const from = this.#ownFrom ?? this.#stored;
    const next = events().slice(from, from + EVENTS_PER_CALL_MAX);
    const batch = this.#ownFrom === null ? next : next.filter(isOwn);
    if (batch.length > 0) {
      const { stored, full } = await sendEvents(session, batch, signal);
      this.#stored = Math.min(stored, events().length);
      this.#letGo(this.#stored);
      if (full) this.#fill(from + next.length);
    }
    if (this.#ownFrom !== null) this.#ownFrom = from + next.length;
  }

  /** The server has no space for more of the prototype's messages; those of the page have their own. */
  #fill(sent: number): void {
    if (this.#ownFrom !== null) return;
    console.warn('The server keeps no more clicks of this recording.');
    this.#ownFrom = sent;
    this.#letGo(Number.POSITIVE_INFINITY);
  }

  /** Nothing more is sent: ends all waiting. */
  #giveUp(): void {
    this.#isOver = true;
    this.#letGo(Number.POSITIVE_INFINITY);
  }

  #letGo(stored: number): void {
    const ready = this.#waiting.filter(({ events }) => events <= stored);
    this.#waiting = this.#waiting.filter(({ events }) => events > stored);
    for (const { go } of ready) go();
  }

  /** Waits until the next batch, or until a caller of `reported` needs one. */
  async #pause(): Promise<void> {
    const timer = setTimeout(this.#nextBatch.resolve, SEND_EVERY_MS);
    await this.#nextBatch.promise;
    clearTimeout(timer);
    this.#nextBatch = Promise.withResolvers<void>();
  }
}

/**
 * Sends what the server does not have of a session that was recorded before, in batches.
 * @returns how many events the server has, counted from the first without a gap.
 */
export async function sendMissing(
  session: SpooledSession,
  events: readonly RawEvent[],
  signal: AbortSignal,
): Promise<number> {
  let { stored, full } = await sendEvents(session, [], signal);
  while (!full && stored < events.length) {
    const batch = events.slice(stored, stored + EVENTS_PER_CALL_MAX);
    const next = await sendEvents(session, batch, signal);
    if (next.full) await sendOwn(session, events.slice(stored + batch.length), signal);
    // A session that is over stores no more.
    full = next.full || next.stored <= stored;
    stored = next.stored;
  }
  return Math.min(stored, events.length);
}

/** Sends the page's messages, for which the server has space when it has none for the prototype's. */
async function sendOwn(
  session: SpooledSession,
  events: readonly RawEvent[],
  signal: AbortSignal,
): Promise<void> {
  const own = events.filter(isOwn);
  for (let at = 0; at < own.length; at += EVENTS_PER_CALL_MAX) {
    await sendEvents(session, own.slice(at, at + EVENTS_PER_CALL_MAX), signal);
  }
}

function isOwn({ type }: RawEvent): boolean {
  return isOwnType(type);
}
