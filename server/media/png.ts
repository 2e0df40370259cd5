// Decides whether uploaded bytes are a PNG that we keep and show: heatmaps and screen images come through here.
import sharp from 'sharp';

// 8000 × 5000: larger than any screen drawn for, and 160 MB when a browser unpacks it.
const MOST_PIXELS = 40_000_000;
// The eight bytes every PNG begins with (PNG specification, third edition, section 5.2).
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
// Length, type and checksum of a chunk around its data (section 5.3).
const CHUNK_FRAME_BYTES = 12;

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
  const header = chunksOf(file).next().value;
  if (header?.type !== 'IHDR' || header.data.length < 8) return { reason: 'damaged' };
  const width = header.data.readUInt32BE(0);
  const height = header.data.readUInt32BE(4);
  if (width * height > MOST_PIXELS) return { reason: 'too_large' };
  if (isAnimated(file)) return { reason: 'animated' };
  return (await decodes(file)) ? { width, height } : { reason: 'damaged' };
}

/** An animation is told by an acTL chunk before the first image data (section 11.3.6.1). */
function isAnimated(file: Buffer): boolean {
  for (const { type } of chunksOf(file)) {
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
  }
  return false;
}

function* chunksOf(file: Buffer): Generator<{ type: string; data: Buffer }, undefined> {
  let at = SIGNATURE.length;
  while (at + CHUNK_FRAME_BYTES <= file.length) {
    const dataBytes = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    yield { type, data: file.subarray(at + 8, at + 8 + dataBytes) };
    at += dataBytes + CHUNK_FRAME_BYTES;
  }
  return undefined;
}

/** Shrinks to one pixel, which reads every row (0.12 s for 40 million pixels) and keeps none. */
async function decodes(file: Buffer): Promise<boolean> {
  try {
    const options = {
      limitInputPixels: MOST_PIXELS,
      failOn: 'warning',
      sequentialRead: true,
    } as const;
    await sharp(file, options).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
    return true;
  } catch {
    // libvips explains in its own words; for us the file is damaged.
    return false;
  }
}
