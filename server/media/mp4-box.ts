// Boxes, the parts of an MP4 file: reads their heads and fields, and writes them (ISO/IEC 14496-12 section 4.2).
import type { NumberList } from './number-list.ts';

/** A box whose fields don't fit into it, or contradict each other. */
export class MalformedBox extends Error {
  override readonly name = 'MalformedBox';
}

export type BoxHead = {
  type: string;
  headBytes: number;
  /** Size of the whole box, including its head. */
  sizeBytes: number;
};

/** A box in memory. */
export type Box = { type: string; data: Uint8Array; whole: Uint8Array };

// Size and type take four bytes each; a large size takes eight more.
const HEAD_BYTES = 8;
const FIELD_BYTES = 4;
const LARGE_HEAD_BYTES = 16;
const TYPE_AT = 4;
// This size means that the real size follows in eight bytes.
const LARGE_SIZE = 1;

/** Reads a box's head. Returns the number of bytes it needs if there are too few, or why it is invalid. */
export function readBoxHead(
  bytes: Uint8Array,
): { head: BoxHead } | { need: number } | { invalid: string } {
  if (bytes.length < HEAD_BYTES) return { need: HEAD_BYTES };
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = view.readUInt32BE(0);
  if (size === LARGE_SIZE && bytes.length < LARGE_HEAD_BYTES) return { need: LARGE_HEAD_BYTES };
  const headBytes = size === LARGE_SIZE ? LARGE_HEAD_BYTES : HEAD_BYTES;
  const sizeBytes = size === LARGE_SIZE ? Number(view.readBigUInt64BE(HEAD_BYTES)) : size;
  // Zero means 'up to the end of the file', and a growing recording has no end.
  if (sizeBytes === 0) return { invalid: 'a box has no size' };
  if (sizeBytes < headBytes || !Number.isSafeInteger(sizeBytes)) {
    return { invalid: 'a box has an impossible size' };
  }
  const type = view.toString('latin1', TYPE_AT, HEAD_BYTES);
  return { head: { type, headBytes, sizeBytes } };
}

/** Yields the boxes in a box's data, in order. @throws {MalformedBox} one is larger than the rest */
export function* readBoxes(data: Uint8Array): Generator<Box> {
  for (let at = 0; at < data.length; ) {
    const reading = readBoxHead(data.subarray(at));
    if (!('head' in reading)) throw new MalformedBox('a box has no head');
    const { type, headBytes, sizeBytes } = reading.head;
    if (sizeBytes > data.length - at) throw new MalformedBox(`${type} is larger than its parent`);
    const whole = data.subarray(at, at + sizeBytes);
    yield { type, whole, data: whole.subarray(headBytes) };
    at += sizeBytes;
  }
}

/** Returns the data of the first box of a type. @throws {MalformedBox} there is none */
export function findBox(data: Uint8Array, type: string): Uint8Array {
  for (const box of readBoxes(data)) if (box.type === type) return box.data;
  throw new MalformedBox(`${type} is missing`);
}

/** Reads a full box's fields in order. A read beyond the end throws {MalformedBox}. */
export class FieldReader {
  readonly #view: Buffer;
  #at = 0;
  /** Version of the box (section 4.2.2). */
  readonly version: number;
  readonly flags: number;

  constructor(data: Uint8Array) {
    this.#view = Buffer.from(data.buffer, data.byteOffset, data.length);
    const first = this.uint32();
    this.version = first >>> 24;
    this.flags = first & 0xff_ffff;
  }

  uint32(): number {
    return this.#view.readUInt32BE(this.#step(4));
  }

  int32(): number {
    return this.#view.readInt32BE(this.#step(4));
  }

  uint64(): number {
    const value = Number(this.#view.readBigUInt64BE(this.#step(8)));
    if (!Number.isSafeInteger(value)) throw new MalformedBox('a number is too large');
    return value;
  }

  /** Reads a time or duration: 64 bits in version 1, 32 bits in version 0. */
  time(): number {
    return this.version === 1 ? this.uint64() : this.uint32();
  }

  /** Reads a signed time: 64 bits in version 1, 32 bits in version 0. */
  signedTime(): number {
    if (this.version !== 1) return this.int32();
    const value = Number(this.#view.readBigInt64BE(this.#step(8)));
    if (!Number.isSafeInteger(value)) throw new MalformedBox('a number is too large');
    return value;
  }

  text(bytes: number): string {
    const at = this.#step(bytes);
    return this.#view.toString('latin1', at, at + bytes);
  }

  skip(bytes: number): void {
    this.#step(bytes);
  }

  /** Returns all unread bytes. */
  rest(): Uint8Array {
    return this.#view.subarray(this.#at);
  }

  #step(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#view.length) throw new MalformedBox('a box ends too early');
    this.#at = at + bytes;
    return at;
  }
}

/** Returns a box of these parts. */
export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(HEAD_BYTES);
  const bytes = Buffer.concat([head, ...parts]);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.write(type, TYPE_AT, 'latin1');
  return bytes;
}

/** Returns a full box of these 32-bit numbers, without flags. */
export function numbersBox(type: string, numbers: readonly number[], version = 0): Uint8Array {
  const data = Buffer.alloc(4 + 4 * numbers.length);
  let at = data.writeUInt32BE(version * 2 ** 24, 0);
  for (const number of numbers) at = data.writeUInt32BE(number >>> 0, at);
  return box(type, data);
}

/** Returns a full box of these 32-bit numbers, followed by those of a list. */
export function listBox(
  type: string,
  { numbers, list, version = 0 }: { numbers: readonly number[]; list: NumberList; version?: 0 | 1 },
): Uint8Array {
  const { values } = list;
  const listed = new Uint8Array(FIELD_BYTES * values.length);
  const view = new DataView(listed.buffer);
  for (let place = 0; place < values.length; place += 1) {
    view.setUint32(FIELD_BYTES * place, values[place] ?? 0);
  }
  const head = numbersBox(type, numbers, version).subarray(HEAD_BYTES);
  return box(type, head, listed);
}

/** Returns the head of a box whose size may need more than 32 bits. */
export function largeBoxHead(type: string, dataBytes: number): Uint8Array {
  const head = Buffer.alloc(LARGE_HEAD_BYTES);
  head.writeUInt32BE(LARGE_SIZE, 0);
  head.write(type, TYPE_AT, 'latin1');
  head.writeBigUInt64BE(BigInt(LARGE_HEAD_BYTES + dataBytes), HEAD_BYTES);
  return head;
}
