// Decides whether the server stores and shows an uploaded image: a heatmap, a screen image or a still.
import sharp, { type Metadata } from 'sharp';
import { AppError } from '#contract/errors.ts';
import { IMAGE_MAX_PIXELS } from '#contract/limits.ts';
import { FairQueue } from '#server/platform/machine/fair-queue.ts';
import { checkPicture, encodePicture, type PictureReading } from './encode-picture.ts';
import {
  isAnimated,
  PNG_HEADER_BYTES,
  readPngChunks,
  startsAsPng,
  withoutOthers,
} from './png-chunks.ts';
import { type StillType, stillTypeOf } from './still-type.ts';

/**
 * Kinds of images that wait for each other. One image of each kind is decoded at a time, so that a large one, which
 * takes up to half a second and 90 MB, delays none of the others. Node has four threads for disk, DNS and images.
 */
type Lane = 'stills' | 'ordinary' | 'large' | 'pictures';

// A page of 1440 × 2900 pixels: decoding takes up to 50 ms.
const ORDINARY_PIXELS = 4 * 1024 ** 2;
// An interlaced image is decoded as a whole, in up to 8 bytes and 50 ns a pixel; other images are decoded row by row.
// No browser and no design tool writes one.
const MOST_INTERLACED_PIXELS = 4_000_000;
// The longest side of a canvas in Chromium.
const LONGEST_SIDE = 65_535;

/** Images of one lane that wait: 100 participants behind one address finish at once. */
const IMAGES_WAITING = { waitingPerGroup: 100, waiting: 300 };
/** Pictures that wait: each takes up to some seconds, so a team that uploads several waits for its own. */
const PICTURES_WAITING = { waitingPerGroup: 8, waiting: 40 };
/** Bytes of one sender's images that wait, or are decoded: a hundred ordinary heatmaps; of all senders. */
const SENDER_MAX_BYTES = 64 * 1024 ** 2;
const ALL_MAX_BYTES = 256 * 1024 ** 2;
/** Seconds in which a full queue gets shorter. */
const RETRY_AFTER_SECONDS = 5;

export type PngReading =
  | { width: number; height: number }
  | { reason: 'not_png' | 'animated' | 'too_large' | 'damaged' };

/** Allowed sides of a still, in pixels. */
export interface StillBounds {
  minWidth: number;
  minHeight: number;
  maxWidth: number;
  maxHeight: number;
}

export type StillReading =
  | { type: StillType; width: number; height: number }
  | { reason: 'other_type' | 'other_size' | 'animated' | 'damaged' };

/** Sender of an image. */
export interface ImageSender {
  /** Senders take turns by group: an address, or a file of the design tool. */
  group: string;
  /** Returns whether the sender has left, so that no one needs the image. */
  hasLeft?: () => boolean;
  /** Counts pixels against the sender's budget before they are decoded. @throws AppError too_many_requests */
  count?: (pixels: number) => Promise<void>;
}

interface Picture {
  file: Uint8Array;
  mostPixels: number;
  lane: Lane;
}

/** Reads images of unknown origin, one of each lane at a time. A server has one instance. */
export class ImageReader {
  readonly #lanes: Record<Lane, FairQueue> = {
    stills: new FairQueue(IMAGES_WAITING, tooManyImages),
    ordinary: new FairQueue(IMAGES_WAITING, tooManyImages),
    large: new FairQueue(IMAGES_WAITING, tooManyImages),
    pictures: new FairQueue(PICTURES_WAITING, tooManyImages),
  };
  /** Bytes of images in the lanes by group. */
  readonly #bytes = new Map<string, number>();

  /**
   * Returns width and height in pixels of a PNG that is not animated and decodes to its last row, or the reason why it
   * was rejected.
   * @param bytes the whole file
   * @throws AppError too_many_requests when too many images wait, unavailable when the sender has left
   */
  async readPng(bytes: Uint8Array, sender: ImageSender): Promise<PngReading> {
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!startsAsPng(file)) return { reason: 'not_png' };
    const chunks = readPngChunks(file);
    const header = chunks?.[0];
    if (!chunks || header?.type !== 'IHDR' || header.dataBytes !== PNG_HEADER_BYTES) {
      return { reason: 'damaged' };
    }
    const width = file.readUInt32BE(header.at + 8);
    const height = file.readUInt32BE(header.at + 12);
    const isInterlaced = file[header.at + 20] !== 0;
    const mostPixels = isInterlaced ? MOST_INTERLACED_PIXELS : IMAGE_MAX_PIXELS;
    const pixels = width * height;
    if (pixels > mostPixels || Math.max(width, height) > LONGEST_SIDE) {
      return { reason: 'too_large' };
    }
    if (isAnimated(chunks)) return { reason: 'animated' };
    await sender.count?.(pixels);
    const lane = isInterlaced || pixels > ORDINARY_PIXELS ? 'large' : 'ordinary';
    const picture = { file: withoutOthers(file, chunks), mostPixels, lane } as const;
    return (await this.#decodes(picture, sender)) ? { width, height } : { reason: 'damaged' };
  }

  /**
   * Returns type and size in pixels of a WebP or JPEG that decodes to its last row, or the reason why it was rejected.
   * @param bytes the whole file
   * @throws AppError too_many_requests when too many images wait, unavailable when the sender has left
   */
  async readStill(
    bytes: Uint8Array,
    bounds: StillBounds,
    sender: ImageSender,
  ): Promise<StillReading> {
    const type = stillTypeOf(bytes);
    if (type === null) return { reason: 'other_type' };
    const mostPixels = bounds.maxWidth * bounds.maxHeight;
    const head = await readHead(bytes, mostPixels);
    if (!head) return { reason: 'damaged' };
    const { width, height, pages = 1 } = head;
    if (pages > 1) return { reason: 'animated' };
    const { minWidth, minHeight, maxWidth, maxHeight } = bounds;
    const isWithin =
      width >= minWidth && width <= maxWidth && height >= minHeight && height <= maxHeight;
    if (!isWithin) return { reason: 'other_size' };
    const picture = { file: bytes, mostPixels, lane: 'stills' } as const;
    return (await this.#decodes(picture, sender)) ? { type, width, height } : { reason: 'damaged' };
  }

  /**
   * Returns a member's picture as the server encodes it, or the reason why it was rejected.
   * @param bytes the whole file
   * @throws AppError too_many_requests when too many pictures wait, unavailable when the sender has left
   */
  async readPicture(bytes: Buffer, sender: ImageSender): Promise<PictureReading> {
    const checked = await checkPicture(bytes);
    if ('reason' in checked) return checked;
    const { file, type } = checked;
    const task = { lane: 'pictures', bytes: file.length } as const;
    const picture = await this.#inLane(task, sender, () => encodePicture(file, type));
    return picture ?? { reason: 'damaged' };
  }

  async #decodes(picture: Picture, sender: ImageSender): Promise<boolean> {
    const { lane, file } = picture;
    return await this.#inLane({ lane, bytes: file.length }, sender, () => decodes(picture));
  }

  async #inLane<T>(
    { lane, bytes: length }: { lane: Lane; bytes: number },
    { group, hasLeft }: ImageSender,
    task: () => Promise<T>,
  ): Promise<T> {
    const own = this.#bytes.get(group) ?? 0;
    const all = [...this.#bytes.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (own + length > SENDER_MAX_BYTES || all + length > ALL_MAX_BYTES) throw tooManyImages();
    this.#bytes.set(group, own + length);
    try {
      return await this.#lanes[lane].run(group, async () => {
        if (hasLeft?.()) throw new AppError('unavailable');
        return await task();
      });
    } finally {
      const rest = (this.#bytes.get(group) ?? 0) - length;
      if (rest > 0) this.#bytes.set(group, rest);
      else this.#bytes.delete(group);
    }
  }
}

function tooManyImages(): AppError {
  return new AppError('too_many_requests', {
    message: 'Too many images wait to be checked. Please try again shortly.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Shrinks an image to one pixel, which decodes every row and stores none. Returns false if the image is damaged. */
async function decodes({ file, mostPixels }: Picture): Promise<boolean> {
  try {
    const image = sharp(file, {
      limitInputPixels: mostPixels,
      failOn: 'warning',
      sequentialRead: true,
    });
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
    return true;
  } catch {
    // The sender cannot use the message of libvips.
    return false;
  }
}

/** Reads size and pages from the file's head, without decoding. Returns null if the file is damaged or too large. */
async function readHead(bytes: Uint8Array, mostPixels: number): Promise<Metadata | null> {
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'warning' }).metadata();
  } catch {
    return null;
  }
}
