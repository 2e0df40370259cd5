// The `events` field of the upload call: a JSON list of raw messages, read one by one while it arrives. Other
// calls take their turn meanwhile, and the first message that is none ends it. The messages wait for the form's end as
// bytes outside of the heap, which the caller counts.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '#contract/errors.ts';
import { rawEvent } from '#contract/events.ts';
import { EVENTS_FIELD_MAX_BYTES, EVENTS_PER_CALL_MAX, MESSAGES_MAX } from '#contract/limits.ts';
import {
  type PackedMessages,
  plainMessages,
  type StoredMessage,
} from '#server/events/message-form.rules.ts';
import { writtenEvent } from '#server/events/raw-events.db.ts';

/** Bytes between two commas: 4 kB of data with every character escaped, or indented. */
const ITEM_MAX_BYTES = 32 * 1024;
/** Maximum nesting depth, the same as for the body of any other call. */
const DEPTH_MAX = 64;
/** Messages before others take their turn: some milliseconds. */
const ITEMS_A_TURN = 250;
/** Size of a page's data in bytes. Messages of an unfinished page are on the heap and are not counted. */
const PAGE_BYTES = 64 * 1024;

/** The messages of a form while the rest of it arrives. */
export interface FormMessages {
  /** Number of messages, and size of their data in bytes. */
  messages: number;
  dataBytes: number;
  /** At most EVENTS_PER_CALL_MAX messages each, and little more than PAGE_BYTES. */
  pages: PackedMessages[];
}

export const NO_MESSAGES: FormMessages = { messages: 0, dataBytes: 0, pages: [] };

/**
 * @param hold is called with the size of each page that waits in memory
 * @throws AppError bad_input, too_large; whatever the source throws
 */
export async function readEventsField(
  source: AsyncIterable<Buffer>,
  hold: (bytes: number) => void,
): Promise<FormMessages> {
  const items = new ItemReader();
  const pages = new PageWriter(hold);
  let left = EVENTS_FIELD_MAX_BYTES;
  let seen = 0;
  for await (const chunk of source) {
    left -= chunk.length;
    if (left < 0) throw new AppError('too_large');
    for (const item of items.read(chunk)) {
      seen += 1;
      if (seen <= MESSAGES_MAX) pages.add(readEvent(item, seen - 1));
      if (seen % ITEMS_A_TURN === 0) await nextTurn();
    }
    await nextTurn();
  }
  if (!items.isComplete) throw notEvents();
  return pages.end();
}

/** Packs messages into pages. */
class PageWriter {
  readonly #hold: (bytes: number) => void;
  readonly #written: FormMessages = { messages: 0, dataBytes: 0, pages: [] };
  #page: StoredMessage[] = [];
  #pageBytes = 0;

  constructor(hold: (bytes: number) => void) {
    this.#hold = hold;
  }

  add(message: StoredMessage): void {
    this.#page.push(message);
    this.#pageBytes += Buffer.byteLength(message.data);
    const isFull = this.#page.length === EVENTS_PER_CALL_MAX || this.#pageBytes >= PAGE_BYTES;
    if (isFull) this.#close();
  }

  end(): FormMessages {
    if (this.#page.length > 0) this.#close();
    return this.#written;
  }

  #close(): void {
    const packed = plainMessages(this.#page);
    this.#hold(packed.bytes.length);
    this.#written.messages += packed.messages;
    this.#written.dataBytes += this.#pageBytes;
    this.#written.pages.push(packed);
    this.#page = [];
    this.#pageBytes = 0;
  }
}

function notEvents(): AppError {
  return new AppError('bad_input', {
    fields: { events: 'This is not a list of prototype messages.' },
  });
}

/** A message of another client may leave out its number and time. */
function readEvent(json: string, place: number): StoredMessage {
  const given = parsed(json);
  if (typeof given !== 'object' || given === null) throw notEvents();
  const event = rawEvent.safeParse({ seq: place, atMs: 0, ...given });
  if (!event.success) throw notEvents();
  return writtenEvent(event.data);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw notEvents();
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** RFC 8259 section 2. */
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Cuts a list into its items, and the JSON parser checks the form of each. No byte of a multi-byte UTF-8
 * character is ASCII.
 */
class ItemReader {
  /** Lists and objects that are open: 0 outside the list, 1 between its items. */
  #depth = 0;
  #state: 'before' | 'within' | 'text' | 'escape' | 'after' = 'before';
  /** Bytes of the present item. */
  #parts: Buffer[] = [];
  #bytes = 0;
  #items = 0;

  get isComplete(): boolean {
    return this.#state === 'after';
  }

  /** The items that end in this chunk. */
  *read(chunk: Buffer): Generator<string> {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const before = this.#depth;
      this.#step(chunk[at] as number);
      const isBeginning = before === 0 && this.#depth === 1;
      const isEnd = before === 1 && this.#state === 'after';
      const isComma = this.#depth === 1 && this.#state === 'within' && chunk[at] === COMMA;
      if (isBeginning) start = at + 1;
      if (!(isComma || isEnd)) continue;
      this.#keep(chunk.subarray(start, at));
      start = at + 1;
      const item = this.#take();
      if (item !== '') yield item;
      // Only an empty list has nothing before its end, and an item is required between two commas.
      else if (isComma || this.#items > 1) throw notEvents();
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(start));
  }

  #keep(bytes: Buffer): void {
    // Blanks in front of an item may go on for as long as the field may.
    if (this.#bytes === 0 && bytes.every((byte) => BLANKS.has(byte))) return;
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes > ITEM_MAX_BYTES) throw notEvents();
  }

  #take(): string {
    const item = Buffer.concat(this.#parts).toString().trim();
    this.#parts = [];
    this.#bytes = 0;
    this.#items += 1;
    return item;
  }

  #step(byte: number): void {
    if (this.#state === 'text') {
      if (byte === QUOTE) this.#state = 'within';
      else if (byte === BACKSLASH) this.#state = 'escape';
    } else if (this.#state === 'escape') this.#state = 'text';
    else if (this.#state === 'within') this.#stepWithin(byte);
    else if (this.#state === 'before' && byte === OPEN_LIST) {
      this.#state = 'within';
      this.#depth = 1;
    } else if (!BLANKS.has(byte)) throw notEvents();
  }

  #stepWithin(byte: number): void {
    if (byte === QUOTE) this.#state = 'text';
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#depth += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth -= 1;
    if (this.#depth > DEPTH_MAX) throw notEvents();
    if (this.#depth > 0) return;
    if (byte !== CLOSE_LIST) throw notEvents();
    this.#state = 'after';
  }
}
