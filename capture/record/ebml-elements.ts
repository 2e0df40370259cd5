// Splits a WebM that arrives in parts into its elements (RFC 8794), for webm-join.ts.

/** One whole element; of a container (segment, cluster) the head alone, its children follow. */
export interface EbmlElement {
  /** Identifier with its marker bits, as RFC 9559 prints it. */
  id: number;
  /** Head and data. */
  bytes: Uint8Array<ArrayBuffer>;
  data: Uint8Array<ArrayBuffer>;
}

/** The bytes are no EBML, or an element other than a container has no size. */
export class NotEbmlError extends Error {
  constructor() {
    super('The recording is no readable WebM.');
    this.name = 'NotEbmlError';
  }
}

export const EbmlId = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
} as const;

const containers: ReadonlySet<number> = new Set([EbmlId.segment, EbmlId.cluster]);

/** Takes bytes as they come and answers the elements that are whole. */
export class ElementReader {
  #rest: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  /** Bytes of the element that is not whole yet. */
  get rest(): Uint8Array<ArrayBuffer> {
    return this.#rest;
  }

  /** @throws NotEbmlError */
  read(bytes: Uint8Array<ArrayBuffer>): EbmlElement[] {
    const all = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    const elements: EbmlElement[] = [];
    let at = 0;
    for (;;) {
      const element = readElement(all.subarray(at));
      if (element === null) break;
      elements.push(element);
      at += element.bytes.length;
    }
    this.#rest = all.slice(at);
    return elements;
  }
}

/** Elements of a container that is there as a whole. @throws NotEbmlError */
export function childrenOf({ data }: EbmlElement): EbmlElement[] {
  return new ElementReader().read(data);
}

/** The first element; null while it is not whole. */
function readElement(bytes: Uint8Array<ArrayBuffer>): EbmlElement | null {
  const idLength = vintLength(bytes[0]);
  const sizeLength = vintLength(bytes[idLength ?? 0]);
  if (idLength === null || sizeLength === null) return null;
  if (idLength > 4 || sizeLength > 8) throw new NotEbmlError();
  const headLength = idLength + sizeLength;
  if (bytes.length < headLength) return null;
  const id = readUint(bytes.subarray(0, idLength));
  const head = { id, bytes: bytes.subarray(0, headLength), data: bytes.subarray(0, 0) };
  if (containers.has(id)) return head;
  const size = readSize(bytes.subarray(idLength, headLength));
  if (size === null) throw new NotEbmlError();
  const end = headLength + size;
  if (bytes.length < end) return null;
  return { id, bytes: bytes.subarray(0, end), data: bytes.subarray(headLength, end) };
}

/**
 * Returns the length that the first byte of a variable-size integer encodes (RFC 8794, section 4),
 * or null without a byte.
 */
export function vintLength(first: number | undefined): number | null {
  // clz32 counts in 32 bits, of which a byte has 8.
  return first === undefined ? null : Math.clz32(first) - 23;
}

/** Returns the size, or null if it is 'unknown', with all data bits set (RFC 8794, section 6.2). */
function readSize(bytes: Uint8Array): number | null {
  const mask = 0xff >> bytes.length;
  const first = (bytes[0] ?? 0) & mask;
  const rest = bytes.subarray(1);
  if (first === mask && rest.every((byte) => byte === 0xff)) return null;
  return first * 256 ** rest.length + readUint(rest);
}

/** A big-endian unsigned integer. */
export function readUint(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
