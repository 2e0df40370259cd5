// Raw messages of a session ⇄ bytes of one row, exactly: numbers, times, types and the JSON as it came.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import { z } from 'zod';
import { EVENT_DATA_MAX_BYTES } from '#contract/events.ts';
import { MESSAGES_MAX } from '#contract/limits.ts';

/** A message as the database has it. */
export interface StoredMessage {
  seq: number;
  atMs: number;
  type: string;
  /** JSON, as it came. */
  data: string;
}

/** A row of `session_messages`, without its session and number. */
export interface PackedMessages {
  form: number;
  messages: number;
  bytes: Buffer;
}

/**
 * Form 1: a brotli stream (RFC 7932) of UTF-8 text. First the head as JSON, then each message's data, with
 * SEPARATOR before it. What was written in a form stays readable: a new form gets a number of its own.
 */
const COMPRESSED = 1;
/**
 * Form 2: UTF-8 text of records with SEPARATOR between two. A record is number, time as text and type as a JSON list,
 * then FIELD_SEPARATOR, then the data. Migration 0008 writes it too.
 */
const PLAIN = 2;
const FIELD_SEPARATOR = '\x1f';

/** Separator that no JSON text contains unescaped (RFC 7464, section 2.2). */
const SEPARATOR = '\x1e';

/** Lists of one length, in the order of `seq`. What repeats in each column takes next to nothing. */
const head = z.object({
  /** Distance from the one before, the first from -1. */
  seq: z.array(z.int().min(1)),
  /** Distance from the last whole one before, the first from 0; as text what is no whole number. */
  atMs: z.array(z.union([z.int(), z.string()])),
  /** Index in `types`. */
  type: z.array(z.int().min(0)),
  types: z.array(z.string()),
});
type Head = z.infer<typeof head>;

/** Sums of whole times below this are exact. */
const WHOLE_BELOW_MS = 2 ** 52;

/** 2 ms for 500 messages; 9 takes 9 times as long for 3 % less. */
const QUALITY = 5;
/** Messages joined before others take their turn: a megabyte at the most. */
const MESSAGES_A_TURN = 250;
/** Bytes that are handed on at once. */
const CHUNK_BYTES = 128 * 1024;
/** More than any session has: numbers and times take less than the names of fields. */
const TEXT_MAX_BYTES = MESSAGES_MAX * (EVENT_DATA_MAX_BYTES + 100);

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Returns the size of the messages' data in bytes. */
export function dataBytesOf(messages: readonly { data: string }[]): number {
  return messages.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0);
}

/** Packs messages without compressing them. */
export function plainMessages(messages: readonly StoredMessage[]): PackedMessages {
  const records = messages.map(({ seq, atMs, type, data }) => {
    const time = Object.is(atMs, -0) ? '-0' : String(atMs);
    return JSON.stringify([seq, time, type]) + FIELD_SEPARATOR + data;
  });
  return { form: PLAIN, messages: messages.length, bytes: Buffer.from(records.join(SEPARATOR)) };
}

/**
 * Packs messages and compresses them.
 * @param messages by `seq`, each once
 */
export async function packMessages(messages: readonly StoredMessage[]): Promise<PackedMessages> {
  const parts = [Buffer.from(JSON.stringify(headOf(messages)))];
  for (let at = 0; at < messages.length; at += MESSAGES_A_TURN) {
    const some = messages.slice(at, at + MESSAGES_A_TURN).map(({ data }) => SEPARATOR + data);
    parts.push(Buffer.from(some.join('')));
    await nextTurn();
  }
  const text = Buffer.concat(parts);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const bytes = await compress(text, { params, chunkSize: CHUNK_BYTES });
  return { form: COMPRESSED, messages: messages.length, bytes };
}

function headOf(messages: readonly StoredMessage[]): Head {
  const types = [...new Set(messages.map(({ type }) => type))];
  const indexOf = new Map(types.map((type, at) => [type, at]));
  const head: Head = { seq: [], atMs: [], type: [], types };
  let [seqBefore, msBefore] = [-1, 0];
  for (const { seq, atMs, type } of messages) {
    head.seq.push(seq - seqBefore);
    head.type.push(indexOf.get(type) ?? 0);
    seqBefore = seq;
    if (isWhole(atMs)) {
      head.atMs.push(atMs - msBefore);
      msBefore = atMs;
    } else head.atMs.push(Object.is(atMs, -0) ? '-0' : String(atMs));
  }
  return head;
}

function isWhole(ms: number): boolean {
  return Number.isInteger(ms) && Math.abs(ms) < WHOLE_BELOW_MS && !Object.is(ms, -0);
}

/** The messages of a row. Each is parsed on first access. */
export interface UnpackedMessages {
  /** Sequence numbers in ascending order. */
  seqs: readonly number[];
  /** @param place in `seqs` */
  message(place: number): StoredMessage;
}

/** @throws Error if the bytes are damaged, or of a form that this version can't read */
export async function unpackMessages(packed: PackedMessages): Promise<UnpackedMessages> {
  const { form, messages, bytes } = packed;
  if (form === PLAIN) return unpackPlain(packed);
  if (form !== COMPRESSED) {
    throw new Error(`messages are stored in form ${form}, which is not known`);
  }
  const text = await decompress(bytes, {
    maxOutputLength: TEXT_MAX_BYTES,
    chunkSize: CHUNK_BYTES,
  });
  const starts = startsOf(text);
  const { seq, atMs, type, types } = head.parse(JSON.parse(text.toString('utf8', 0, starts[0])));
  const lengths = [starts, seq, atMs, type].map(({ length }) => length);
  if (lengths.some((length) => length !== messages)) throw new Error('messages are missing');
  const seqs = summed(seq, -1);
  const times = timesOf(atMs);
  return {
    seqs,
    message: (place) => ({
      seq: seqs[place] as number,
      atMs: times[place] as number,
      type: types[type[place] as number] as string,
      data: text.toString('utf8', (starts[place] as number) + 1, starts[place + 1]),
    }),
  };
}

const recordHead = z.tuple([z.int().min(0), z.string(), z.string()]);

function unpackPlain({ messages, bytes }: PackedMessages): UnpackedMessages {
  const records = bytes.toString().split(SEPARATOR);
  if (records.length !== messages) throw new Error('messages are missing');
  const read = records.map((record): StoredMessage => {
    const end = record.indexOf(FIELD_SEPARATOR);
    const [seq, time, type] = recordHead.parse(JSON.parse(record.slice(0, end)));
    return { seq, atMs: Number(time), type, data: record.slice(end + 1) };
  });
  return { seqs: read.map(({ seq }) => seq), message: (place) => read[place] as StoredMessage };
}

/** Returns the position of each separator. */
function startsOf(text: Buffer): number[] {
  const starts: number[] = [];
  const byte = SEPARATOR.charCodeAt(0);
  for (let at = text.indexOf(byte); at >= 0; at = text.indexOf(byte, at + 1)) starts.push(at);
  return starts;
}

function summed(distances: readonly number[], from: number): number[] {
  let sum = from;
  return distances.map((distance) => {
    sum += distance;
    return sum;
  });
}

function timesOf(atMs: Head['atMs']): number[] {
  let sum = 0;
  return atMs.map((time) => {
    if (typeof time === 'string') return Number(time);
    sum += time;
    return sum;
  });
}
