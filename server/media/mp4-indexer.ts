// Reads an MP4 file while its bytes pass by and indexes its fragments: what they hold, where and when, without
// keeping any media byte.
import { ByteStepper, type Step } from './byte-stepper.ts';
import { mayWeigh } from './index-weight.ts';
import { type BoxHead, MalformedBox, readBoxHead } from './mp4-box.ts';
import { type Run, readFragment } from './mp4-fragment.ts';
import { emptyMp4Index, type Mp4Index, mp4Weight } from './mp4-index.schema.ts';
import { readMovie, readMovieHeader } from './mp4-movie.ts';
import { checkMovie } from './mp4-movie.write.ts';
import { checkTime, noteRun, runWeight } from './mp4-samples.ts';
import { NotVideo } from './not-video.error.ts';

// Recorders write some kilobytes; what they hold is kept with each recording.
const LARGEST_HEADER_BYTES = 64 * 1024;
// 60,000 samples in one fragment: a quarter of an hour of video and sound, far more than any recorder waits.
const LARGEST_FRAGMENT_HEAD_BYTES = 1024 * 1024;
// A recorder describes its tracks in the first piece; until then we don't know that it is a recording.
const TRACKS_WITHIN_BYTES = 1024 * 1024;

// ISO/IEC 14496-12 section 4 and 8, QuickTime's `wide`: boxes of the top level that playing needs nothing of.
const PASSED_OVER: ReadonlySet<string> = new Set([
  'styp',
  'sidx',
  'ssix',
  'prft',
  'emsg',
  'mfra',
  'pdin',
  'meta',
  'uuid',
  'free',
  'skip',
  'wide',
  'udta',
]);

/** A box with its head read: what we see of it, from its head on, and where it stands in the file. */
type Sighting = { head: BoxHead; bytes: Uint8Array; position: number };

type Fragment = {
  /** Of its box, which begins at this byte. */
  data: Uint8Array;
  at: number;
  /** First byte of its samples, and first byte after them. */
  mediaAt: number;
  mediaEnd: number;
  /** What it may add to the index at most. */
  weightBytes: number;
};

/**
 * Feed it a file's bytes in order, in chunks of any size. Memory grows by some bytes a sample and never beyond
 * `mayWeigh`, work by a fragment's head. What follows no rule of the standard after the tracks are known stops it:
 * `index.stopped` says why, and everything before `index.indexedBytes` stays playable.
 */
export class Mp4Indexer {
  readonly #index: Mp4Index = emptyMp4Index();
  readonly #stepper: ByteStepper;
  /** The fragment whose media hasn't come yet, as it came: it counts when all of it is there. */
  #fragment: Fragment | undefined;
  #whenWhole: (() => void) | undefined;

  constructor() {
    this.#stepper = new ByteStepper({
      step: (bytes, position) => this.#step(bytes, position),
      arrived: (position) => this.#arrived(position),
      tooMany: () => this.#damage('its parts are too small'),
      stopped: () => this.#index.stopped !== undefined,
    });
  }

  /** The index so far; it changes with the next `feed` and is plain JSON. */
  get index(): Readonly<Mp4Index> {
    return this.#index;
  }

  /** Memory that it holds. */
  get weightBytes(): number {
    const fragmentBytes = this.#fragment?.data.length ?? 0;
    return mp4Weight(this.#index) + fragmentBytes + this.#stepper.weightBytes;
  }

  /** @throws {NotVideo} as soon as the bytes can't be the beginning of an MP4 recording */
  feed(chunk: Uint8Array): void {
    this.#stepper.feed(chunk);
  }

  #step(bytes: Uint8Array, position: number): Step {
    try {
      const reading = readBoxHead(bytes);
      if ('invalid' in reading) return this.#damage(reading.invalid);
      if ('need' in reading) return reading;
      return this.#stepBox({ head: reading.head, bytes, position });
    } catch (error) {
      if (error instanceof MalformedBox) return this.#damage(error.message);
      throw error;
    }
  }

  /** The box that was taken last is whole. */
  #arrived(position: number): void {
    this.#whenWhole?.();
    this.#whenWhole = undefined;
    if (!this.#fragment) this.#index.indexedBytes = position;
  }

  #stepBox(sighting: Sighting): Step {
    const { head, position } = sighting;
    switch (head.type) {
      case 'ftyp':
        return position === 0 ? this.#noteFileType(sighting) : this.#end('another file follows');
      case 'moov':
        return this.#noteMovie(sighting);
      case 'moof':
        return this.#noteFragment(sighting);
      case 'mdat':
        return this.#passMedia(sighting);
      default:
        return this.#passOver(sighting);
    }
  }

  #noteFileType(sighting: Sighting): Step {
    return this.#whole(sighting, LARGEST_HEADER_BYTES, () => {
      this.#index.fileType = copyOf(sighting);
    });
  }

  #noteMovie(sighting: Sighting): Step {
    const { head, bytes } = sighting;
    const index = this.#index;
    if (index.movie !== undefined || index.whole?.seconds !== undefined) {
      return this.#end('a second movie follows');
    }
    if (head.sizeBytes > LARGEST_HEADER_BYTES) {
      // Tables of many samples: no recorder's fragments follow.
      if (bytes.length < LARGEST_HEADER_BYTES) return { need: LARGEST_HEADER_BYTES };
      return this.#noteWhole(sighting, readMovieHeader(bytes.subarray(head.headBytes)).seconds);
    }
    return this.#whole(sighting, LARGEST_HEADER_BYTES, (data) => {
      const { tracks, isFragmented } = readMovie(data);
      if (!isFragmented) {
        this.#noteWhole(sighting, readMovieHeader(data).seconds);
        return;
      }
      checkMovie(bytes.subarray(0, head.sizeBytes), tracks);
      index.tracks = tracks;
      index.movie = copyOf(sighting);
    });
  }

  /** A file with tables of its own. */
  #noteWhole({ head }: Sighting, seconds: number): Step {
    const index = this.#index;
    this.#whenWhole = () => {
      index.whole = { hasMedia: index.whole?.hasMedia ?? false, seconds };
    };
    return { take: head.sizeBytes };
  }

  #noteFragment(sighting: Sighting): Step {
    const index = this.#index;
    if (index.movie === undefined) return this.#damage('a fragment comes before the tracks');
    if (this.#fragment) return this.#damage('a fragment has no media');
    return this.#whole(sighting, LARGEST_FRAGMENT_HEAD_BYTES, (data) => {
      const fragment = {
        data: Uint8Array.from(data),
        at: sighting.position,
        mediaAt: Number.POSITIVE_INFINITY,
        mediaEnd: 0,
        weightBytes: 0,
      };
      for (const run of this.#runsOf(fragment)) {
        checkTime(run);
        fragment.mediaAt = Math.min(fragment.mediaAt, run.at);
        fragment.mediaEnd = Math.max(fragment.mediaEnd, run.end);
        fragment.weightBytes += runWeight(run);
      }
      this.#fragment = fragment;
    });
  }

  #runsOf({ data, at }: Fragment): Iterable<Run> {
    return readFragment(data, { at, tracks: this.#index.tracks });
  }

  #passMedia({ head, position }: Sighting): Step {
    const index = this.#index;
    const at = position + head.headBytes;
    const end = position + head.sizeBytes;
    const fragment = this.#fragment;
    if (index.movie === undefined) {
      this.#whenWhole = () => {
        index.whole = { ...index.whole, hasMedia: true };
      };
    } else if (fragment) {
      if (fragment.mediaAt < at || fragment.mediaEnd > end) {
        return this.#damage('a fragment lies outside of its media');
      }
      // Counts only when all of these bytes have come.
      if (mp4Weight(index) + fragment.weightBytes > mayWeigh(end)) {
        return this.#damage('it has too many samples for its bytes');
      }
      this.#whenWhole = () => {
        for (const run of this.#runsOf(fragment)) noteRun(run);
        if (index.mediaEnd === 0) index.mediaAt = at;
        index.mediaEnd = end;
        this.#fragment = undefined;
      };
    }
    return { take: head.sizeBytes };
  }

  #passOver({ head, position }: Sighting): Step {
    if (!PASSED_OVER.has(head.type)) return this.#damage('a box has no place in the file');
    const { movie, whole } = this.#index;
    const early = movie === undefined && whole === undefined;
    if (early && position + head.sizeBytes > TRACKS_WITHIN_BYTES) {
      throw new NotVideo('no_tracks', 'no tracks within the first megabyte');
    }
    return { take: head.sizeBytes };
  }

  /** Waits for all of a small box and hands over its data. */
  #whole({ head, bytes }: Sighting, largestBytes: number, note: (data: Uint8Array) => void): Step {
    const { headBytes, sizeBytes } = head;
    if (sizeBytes > largestBytes) return this.#damage(`${head.type} is too large`);
    if (bytes.length < sizeBytes) return { need: sizeBytes };
    note(bytes.subarray(headBytes, sizeBytes));
    return { take: sizeBytes };
  }

  #damage(reason: string): Step {
    const { movie, whole } = this.#index;
    if (movie === undefined && whole === undefined) {
      throw new NotVideo('malformed_header', reason);
    }
    this.#index.stopped = { kind: 'damage', reason };
    this.#fragment = undefined;
    return { take: 0 };
  }

  #end(reason: string): Step {
    const { movie, whole } = this.#index;
    if (movie === undefined && whole === undefined) throw new NotVideo('no_tracks', reason);
    this.#index.stopped = { kind: 'end', reason };
    return { take: 0 };
  }
}

/** A small box, head and data, as base64. */
function copyOf({ bytes, head }: Sighting): string {
  return Buffer.from(bytes.subarray(0, head.sizeBytes)).toString('base64');
}
