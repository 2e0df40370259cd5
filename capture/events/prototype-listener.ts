// Messages of the embedded prototype, from its own frame and origin only → raw events: numbered, timed, bounded.
import { type PrototypeMessage, type RawEvent, readPrototypeMessage } from '#contract/events.ts';
import { EVENTS_MAX, OWN_MESSAGES_MAX } from '#contract/limits.ts';
import { isOwnBudget, type OwnMessage } from '#contract/own-messages.ts';

export interface PrototypeSource {
  /** The only origin whose messages count. */
  messageOrigin: string;
  /** Our own iframe's window, null while there is none. */
  frame: () => Window | null;
}

/**
 * Calls back for every documented message of the prototype.
 * @returns ends the listening.
 */
export function listenToPrototype(
  source: PrototypeSource,
  onMessage: (message: PrototypeMessage) => void,
): () => void {
  const listener = (event: MessageEvent<unknown>) => {
    const message = isFrom(source, event) ? readPrototypeMessage(event.data) : null;
    if (message) onMessage(message);
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/** The origin alone is not enough: any other frame or window of it could post, too. */
export function isFrom(
  source: PrototypeSource,
  event: Pick<MessageEvent, 'origin' | 'source'>,
): boolean {
  const frame = source.frame();
  return frame !== null && event.source === frame && event.origin === source.messageOrigin;
}

/**
 * Maximum number of stored messages a second. Timed variants of a prototype send dozens; more is a
 * loop that would use up EVENTS_MAX.
 */
const PER_SECOND_MAX = 60;

/** The raw events of one session, of the prototype and of the page itself, in the order they came. */
export class EventLog {
  readonly #events: RawEvent[];
  readonly #recentMs: number[] = [];
  #own: number;
  #dropped = 0;

  /** @param before events of an earlier visit, which the next ones follow */
  constructor(before: readonly RawEvent[] = []) {
    this.#events = [...before];
    this.#own = before.filter(({ type }) => isOwnBudget(type)).length;
  }

  /** Every event so far, in the order of `seq`. */
  get events(): readonly RawEvent[] {
    return this.#events;
  }

  /** Messages left out by a bound. */
  get dropped(): number {
    return this.#dropped;
  }

  /**
   * Keeps a message of the prototype.
   * @param atMs milliseconds since the recording started.
   * @returns the event, or null when a bound left it out.
   */
  add(message: PrototypeMessage, atMs: number): RawEvent | null {
    if (this.#events.length - this.#own >= EVENTS_MAX || this.#isTooFast(atMs)) {
      this.#dropped += 1;
      return null;
    }
    return this.#push(message, atMs);
  }

  /**
   * Keeps a message of the page, for which no prototype uses up the space.
   * @returns the event, or null when the page has written too many
   */
  addOwn(message: OwnMessage, atMs: number): RawEvent | null {
    const isOwn = isOwnBudget(message.type);
    const count = isOwn ? this.#own : this.#events.length - this.#own;
    if (count >= (isOwn ? OWN_MESSAGES_MAX : EVENTS_MAX)) return null;
    if (isOwn) this.#own += 1;
    return this.#push(message, atMs);
  }

  #push({ type, data }: PrototypeMessage | OwnMessage, atMs: number): RawEvent {
    const event: RawEvent = { seq: this.#events.length, atMs: Math.round(atMs), type, data };
    this.#events.push(event);
    return event;
  }

  #isTooFast(atMs: number): boolean {
    const recent = this.#recentMs;
    while (recent[0] !== undefined && recent[0] <= atMs - 1000) recent.shift();
    if (recent.length >= PER_SECOND_MAX) return true;
    recent.push(atMs);
    return false;
  }
}
