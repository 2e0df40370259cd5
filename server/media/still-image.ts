// Decides whether bytes of a participant's browser are a picture that creators may be shown as a still.
import sharp, { type Metadata } from 'sharp';
import { unpacks } from './unpack.ts';

/** Media types that browsers write pictures in: WebP, and JPEG where they can't (Safari). */
export type StillType = 'image/webp' | 'image/jpeg';

/** Sides in pixels that an image must have. */
export interface StillBounds {
  minWidth: number;
  minHeight: number;
  maxWidth: number;
  maxHeight: number;
}

export type StillReading =
  | { type: StillType; width: number; height: number }
  | { reason: 'other_type' | 'other_size' | 'animated' | 'damaged' };

/** The type that a file's first bytes tell (RFC 9649 section 2.4; ITU T.81 annex B); null for all others. */
export function stillTypeOf(bytes: Uint8Array): StillType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12));
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') {
    return 'image/webp';
  }
  return head.length >= 3 && head.readUIntBE(0, 3) === 0xffd8ff ? 'image/jpeg' : null;
}

/**
 * Type and size in pixels of a still picture that decodes to its last row, or why it is none.
 * @param bytes the whole file
 */
export async function readStillImage(
  bytes: Uint8Array,
  bounds: StillBounds,
): Promise<StillReading> {
  const type = stillTypeOf(bytes);
  if (type === null) return { reason: 'other_type' };
  const mostPixels = bounds.maxWidth * bounds.maxHeight;
  const head = await readHead(bytes, mostPixels);
  if (!head) return { reason: 'damaged' };
  const { width, height, pages = 1 } = head;
  if (pages > 1) return { reason: 'animated' };
  if (!isWithin(width, height, bounds)) return { reason: 'other_size' };
  return (await unpacks(bytes, mostPixels)) ? { type, width, height } : { reason: 'damaged' };
}

/** What a picture says of itself: nothing is decoded for one that is too large. */
async function readHead(bytes: Uint8Array, mostPixels: number): Promise<Metadata | null> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'warning' }).metadata();
  } catch {
    // libvips explains in its own words; for us the file is damaged.
    return null;
  }
}

function isWithin(width: number, height: number, bounds: StillBounds): boolean {
  const { minWidth, minHeight, maxWidth, maxHeight } = bounds;
  return width >= minWidth && width <= maxWidth && height >= minHeight && height <= maxHeight;
}
