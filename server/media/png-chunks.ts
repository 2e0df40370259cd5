// Chunks of a PNG: which there are, and the file without those that a picture does not need.

// Encoders write chunks of 8 kB and more: 2,500 in the largest file.
const MOST_CHUNKS = 20_000;
// Chunks other than the picture: size, colours, density, a text or two.
const MOST_OTHER_CHUNKS = 100;
// PNG specification, third edition, section 5.2.
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
// Length, type and checksum of a chunk (section 5.3).
const CHUNK_FRAME_BYTES = 12;
export const PNG_HEADER_BYTES = 13;
// Chunks of the picture and of what its decoding needs (sections 11.2 and 11.3.1.1).
const PICTURE: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

export interface PngChunk {
  type: string;
  /** Offset of the chunk's first byte in the file. */
  at: number;
  dataBytes: number;
}

/** Returns all chunks in order, or undefined if one is incomplete or there are more than any encoder writes. */
export function readPngChunks(file: Buffer): PngChunk[] | undefined {
  const chunks: PngChunk[] = [];
  let others = 0;
  for (let at = SIGNATURE.length; at + CHUNK_FRAME_BYTES <= file.length; ) {
    const dataBytes = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    if (!PICTURE.has(type)) others += 1;
    const isCut = at + dataBytes + CHUNK_FRAME_BYTES > file.length;
    if (isCut || chunks.length >= MOST_CHUNKS || others > MOST_OTHER_CHUNKS) return undefined;
    chunks.push({ type, at, dataBytes });
    at += dataBytes + CHUNK_FRAME_BYTES;
  }
  return chunks;
}

/**
 * Returns whether an acTL chunk comes before the image data, which makes an animation (section 11.3.6.1).
 */
export function isAnimated(chunks: readonly PngChunk[]): boolean {
  return chunks.find(({ type }) => type === 'acTL' || type === 'IDAT')?.type === 'acTL';
}

/**
 * Returns the file without texts and colour profiles, because these can unpack to a thousand times their size.
 * @param isSafe keeps other chunks
 */
export function withoutOthers(
  file: Buffer,
  chunks: readonly PngChunk[],
  isSafe: (chunk: PngChunk) => boolean = () => false,
): Buffer {
  const safe = chunks.filter((chunk) => PICTURE.has(chunk.type) || isSafe(chunk));
  if (safe.length === chunks.length) return file;
  const parts = safe.map(({ at, dataBytes }) =>
    file.subarray(at, at + dataBytes + CHUNK_FRAME_BYTES),
  );
  return Buffer.concat([SIGNATURE, ...parts]);
}

export function startsAsPng(file: Uint8Array): boolean {
  return SIGNATURE.equals(file.subarray(0, SIGNATURE.length));
}
