// Decodes a picture of unknown origin and encodes its pixels as they are seen, without metadata.
import sharp, { type Metadata, type Sharp } from 'sharp';
import { PICTURE_MAX_PIXELS } from '#contract/limits.ts';
import { isAnimated, readPngChunks, startsAsPng, withoutOthers } from './png-chunks.ts';
import { stillTypeOf } from './still-type.ts';

/** A picture in the format in which it came, with eight bits a channel in sRGB. */
export interface NewPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

export type PictureReading =
  | NewPicture
  | { reason: 'other_type' | 'animated' | 'too_large' | 'damaged' };

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** Time in which a picture of 40 megapixels is encoded on a slow machine, three times over. */
const SECONDS_MAX = 30;
// Chunks that change how colours are seen (PNG specification, section 11.3.2).
const COLOURS: ReadonlySet<string> = new Set(['iCCP', 'sRGB', 'gAMA', 'cHRM']);
/** Packed bytes of a colour profile: those of displays have 500, and 16 kB unpack to at most 16 MB. */
const PROFILE_MAX_BYTES = 16 * 1024;

/** Returns the type that the first bytes name, or null for other types. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  return startsAsPng(bytes) ? 'image/png' : stillTypeOf(bytes);
}

/**
 * Checks type and size before anything is decoded.
 * @param bytes the whole file
 */
export async function checkPicture(
  bytes: Buffer,
): Promise<{ type: PictureType; file: Buffer } | Extract<PictureReading, { reason: string }>> {
  const type = pictureTypeOf(bytes);
  if (type === null) return { reason: 'other_type' };
  let file = bytes;
  if (type === 'image/png') {
    const chunks = readPngChunks(bytes);
    if (!chunks) return { reason: 'damaged' };
    if (isAnimated(chunks)) return { reason: 'animated' };
    file = withoutOthers(
      bytes,
      chunks,
      ({ type, dataBytes }) => COLOURS.has(type) && dataBytes <= PROFILE_MAX_BYTES,
    );
  }
  const head = await readHead(file);
  if (!head) return { reason: 'damaged' };
  if ((head.pages ?? 1) > 1) return { reason: 'animated' };
  if (head.width * head.height > PICTURE_MAX_PIXELS) return { reason: 'too_large' };
  return { type, file };
}

/** Reads size and pages from the file's head, without decoding. Returns null if the file is damaged. */
async function readHead(file: Buffer): Promise<Metadata | null> {
  try {
    return await sharp(file, { limitInputPixels: false }).metadata();
  } catch {
    return null;
  }
}

/** Returns null if the picture is damaged, or takes longer than any that is not. */
export async function encodePicture(file: Buffer, type: PictureType): Promise<NewPicture | null> {
  try {
    const picture = sharp(file, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'warning' })
      .timeout({ seconds: SECONDS_MAX })
      .autoOrient()
      .toColourspace('srgb');
    const { data, info } = await encoded(picture, type).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch {
    // The sender cannot use the message of libvips.
    return null;
  }
}

function encoded(picture: Sharp, type: PictureType): Sharp {
  switch (type) {
    case 'image/png':
      return picture.png({ compressionLevel: 6 });
    case 'image/jpeg':
      return picture.jpeg({ quality: 92, chromaSubsampling: '4:4:4' });
    case 'image/webp':
      // Efforts above 2 take several times as long.
      return picture.webp({ quality: 92, effort: 2 });
  }
}
