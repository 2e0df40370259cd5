// EBML, the byte layout under WebM: reads element heads and values, and writes elements (RFC 8794).

/** The head of an element: its id and the size of its data. */
export type ElementHead = {
  /** The id with its marker bits, as the standards write it, e.g. 0x1F43B675 (RFC 8794 section 5). */
  id: number;
  /** The size of the data, or undefined if it is 'unknown': all data bits are set (RFC 8794 section 6.2). */
  dataBytes: number | undefined;
  headBytes: number;
};

/** An element head, the number of bytes that reading it needs, or the reason why the bytes are no element. */
export type HeadReading = { head: ElementHead } | { need: number } | { invalid: string };

// RFC 8794 section 11.2.4: EBMLMaxIDLength is 4 unless a document declares another value; WebM never does.
const MAX_ID_BYTES = 4;
// RFC 8794 section 4: a VINT_WIDTH of up to seven zero bits and the marker fill one byte.
const MAX_SIZE_BYTES = 8;

/** Reads the element head at the beginning of `bytes`. */
export function readHead(bytes: Uint8Array): HeadReading {
  const idBytes = vintLength(bytes[0]);
  if (idBytes === undefined) return { need: 1 };
  if (idBytes > MAX_ID_BYTES) return { invalid: 'an element id is longer than four bytes' };
  const sizeBytes = vintLength(bytes[idBytes]);
  if (sizeBytes === undefined) return { need: idBytes + 1 };
  if (sizeBytes > MAX_SIZE_BYTES) return { invalid: 'an element size is longer than eight bytes' };
  const headBytes = idBytes + sizeBytes;
  if (bytes.length < headBytes) return { need: headBytes };
  const dataBytes = readVint(bytes.subarray(idBytes, headBytes));
  if (dataBytes !== undefined && !Number.isSafeInteger(dataBytes)) {
    return { invalid: 'an element size is beyond any file' };
  }
  return { head: { id: readUint(bytes.subarray(0, idBytes)), dataBytes, headBytes } };
}

/** Returns a variable-size integer's length by its first byte, 1 to 8, or 9 for a zero byte, which starts none. */
export function vintLength(first: number | undefined): number | undefined {
  // clz32 counts zeros in 32 bits; a byte has the last 8 of them.
  return first === undefined ? undefined : Math.clz32(first) - 23;
}

/** Returns the value of one whole variable-size integer, or undefined if all data bits are set (RFC 8794 section 4). */
export function readVint(bytes: Uint8Array): number | undefined {
  const dataMask = 0xff >> bytes.length;
  let value = (bytes[0] ?? 0) & dataMask;
  let isUnknown = value === dataMask;
  // Loops here and below make no call for each byte, because some files consist of elements of two bytes.
  for (let at = 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return isUnknown ? undefined : value;
}

/** Reads a big-endian unsigned integer of any length. Beyond 2^53 the value loses its last digits. */
export function readUint(bytes: Uint8Array): number {
  let value = 0;
  for (let at = 0; at < bytes.length; at += 1) value = value * 256 + (bytes[at] ?? 0);
  return value;
}

/** Yields the elements in `bytes`, up to the first incomplete one. */
export function* readChildren(
  bytes: Uint8Array,
): Generator<{ id: number; data: Uint8Array; whole: Uint8Array }> {
  let rest = bytes;
  while (rest.length > 0) {
    const reading = readHead(rest);
    if (!('head' in reading) || reading.head.dataBytes === undefined) return;
    const { id, headBytes, dataBytes } = reading.head;
    const end = headBytes + dataBytes;
    if (end > rest.length) return;
    yield { id, data: rest.subarray(headBytes, end), whole: rest.subarray(0, end) };
    rest = rest.subarray(end);
  }
}

/** Returns a size field of exactly `width` bytes, or undefined if the value doesn't fit (all ones mean 'unknown'). */
export function sizeField(value: number, width: number): Uint8Array | undefined {
  if (value >= 2 ** (7 * width) - 1) return undefined;
  const field = writeUint(value, width);
  field[0] = (field[0] ?? 0) | (0x80 >> (width - 1));
  return field;
}

/** Writes a big-endian unsigned integer in exactly `width` bytes. */
export function writeUint(value: number, width: number): Uint8Array {
  const bytes = new Uint8Array(width);
  for (let at = width - 1, rest = value; at >= 0; at -= 1, rest = Math.floor(rest / 256)) {
    bytes[at] = rest % 256;
  }
  return bytes;
}

/** Writes the head of an element whose data is written elsewhere. The size field has 8 bytes. */
export function writeHead(id: number, dataBytes: number): Uint8Array {
  const size = sizeField(dataBytes, MAX_SIZE_BYTES);
  if (!size) throw new RangeError(`an element can't have ${dataBytes} bytes`);
  return concatBytes([writeUint(id, byteLength(id)), size]);
}

/** Returns a whole element of these parts, with the shortest size field. */
export function element(id: number, ...parts: Uint8Array[]): Uint8Array {
  const data = concatBytes(parts);
  let size: Uint8Array | undefined;
  for (let width = 1; size === undefined; width += 1) size = sizeField(data.length, width);
  return concatBytes([writeUint(id, byteLength(id)), size, data]);
}

/** Returns an unsigned integer element of `width` bytes, or of the fewest that fit. */
export function uintElement(id: number, value: number, width = byteLength(value)): Uint8Array {
  return element(id, writeUint(value, width));
}

/** Returns a floating point element of 8 bytes. */
export function floatElement(id: number, value: number): Uint8Array {
  const data = new Uint8Array(8);
  new DataView(data.buffer).setFloat64(0, value);
  return element(id, data);
}

/** Returns a text element in UTF-8. */
export function stringElement(id: number, value: string): Uint8Array {
  return element(id, new TextEncoder().encode(value));
}

/** Concatenates the parts in new memory. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function byteLength(value: number): number {
  let length = 1;
  while (value >= 256 ** length) length += 1;
  return length;
}
