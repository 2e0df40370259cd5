// Decides whether uploaded bytes are a PNG that we keep and show: heatmaps and screen images come through here.
import { unpacks } from './unpack.ts';

// 8000 × 5000: larger than any screen drawn for, and 160 MB when a browser unpacks it.
const MOST_PIXELS = 40_000_000;
// An interlaced picture is unpacked as a whole, in 8 bytes a pixel at most; others row by row.
const MOST_INTERLACED_PIXELS = 10_000_000;
// Pages are long, not that long; libvips shrinks no larger side.
const LONGEST_SIDE = 100_000;
// Encoders put the picture into chunks of 8 kB and more: 2,500 in the largest file.
const MOST_CHUNKS = 20_000;
// Beside the picture an encoder writes its size, colours, density, a text or two.
const MOST_OTHER_CHUNKS = 100;
// The eight bytes every PNG begins with (PNG specification, third edition, section 5.2).
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
// Length, type and checksum of a chunk around its data (section 5.3).
const CHUNK_FRAME_BYTES = 12;
const HEADER_BYTES = 13;
// The picture and what it can't be unpacked without (sections 11.2 and 11.3.1.1).
const PICTURE: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

export type PngReading =
  | { width: number; height: number }
  | { reason: 'not_png' | 'animated' | 'too_large' | 'damaged' };

/**
 * Width and height in pixels of a still PNG that decodes to its last row, or why it is none.
 * @param bytes the whole file
 */
export async function readPng(bytes: Uint8Array): Promise<PngReading> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return { reason: 'not_png' };
  const chunks = readChunks(file);
  const header = chunks?.[0];
  if (!chunks || header?.type !== 'IHDR' || header.dataBytes !== HEADER_BYTES) {
    return { reason: 'damaged' };
  }
  const width = file.readUInt32BE(header.at + 8);
  const height = file.readUInt32BE(header.at + 12);
  const isInterlaced = file[header.at + 20] !== 0;
  const mostPixels = isInterlaced ? MOST_INTERLACED_PIXELS : MOST_PIXELS;
  if (width * height > mostPixels || Math.max(width, height) > LONGEST_SIDE) {
    return { reason: 'too_large' };
  }
  if (isAnimated(chunks)) return { reason: 'animated' };
  const picture = pictureOf(file, chunks);
  return (await unpacks(picture, mostPixels)) ? { width, height } : { reason: 'damaged' };
}

interface Chunk {
  type: string;
  /** Where it begins in the file. */
  at: number;
  dataBytes: number;
}

/** All chunks in order; undefined when one is cut, or there are more than any encoder writes. */
function readChunks(file: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
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

/** An animation is known by an acTL chunk before the first image data (section 11.3.6.1). */
function isAnimated(chunks: readonly Chunk[]): boolean {
  const first = chunks.find(({ type }) => type === 'acTL' || type === 'IDAT');
  return first?.type === 'acTL';
}

/** The file without texts and colour profiles: a thousandth of what they unpack to is in the file. */
function pictureOf(file: Buffer, chunks: readonly Chunk[]): Buffer {
  if (chunks.every(({ type }) => PICTURE.has(type))) return file;
  const kept = chunks.filter(({ type }) => PICTURE.has(type));
  const parts = kept.map(({ at, dataBytes }) =>
    file.subarray(at, at + dataBytes + CHUNK_FRAME_BYTES),
  );
  return Buffer.concat([SIGNATURE, ...parts]);
}
