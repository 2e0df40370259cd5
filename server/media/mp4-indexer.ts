// Indexes an MP4 file while its bytes arrive: the samples of its fragments with positions and times. Stores no media.
import { type BoxHead, MalformedBox, readBoxHead } from './mp4-box.ts';
import { type Run, readFragment } from './mp4-fragment.ts';
import { emptyMp4Index, type Mp4Index, mp4Weight } from './mp4-index.schema.ts';
import { readMovie, readMovieHeader } from './mp4-movie.ts';
import { checkMovie } from './mp4-movie.write.ts';
import { addRun, checkTime, runWeight } from './mp4-samples.ts';
import { copyOf, type PartialElement, type Step, SteppedIndexer } from './stepped-indexer.ts';
import { LARGEST_HEADER_BYTES, NotVideo, TRACKS_WITHIN_BYTES, weightLimit } from './video-index.ts';

// 60,000 samples in one fragment: 15 minutes of video and sound.
const LARGEST_FRAGMENT_HEAD_BYTES = 1024 * 1024;

// Top-level boxes that playback doesn't need (ISO/IEC 14496-12 sections 4 and 8; QuickTime's `wide`).
const SKIPPED_BOXES: ReadonlySet<string> = new Set(
  'styp sidx ssix prft emsg mfra pdin meta uuid free skip wide udta'.split(' '),
);

type PartialBox = PartialElement<BoxHead>;

type Fragment = {
  /** Data of the fragment's box, which begins at byte `at`. */
  data: Uint8Array;
  at: number;
  /** Offset of the first byte of its samples, and of the first byte after them. */
  mediaAt: number;
  mediaEnd: number;
  /** Most bytes that the fragment adds to the index. */
  weightBytes: number;
};

/** Memory grows by some bytes per sample, limited by `weightLimit`; work grows by a fragment's head. */
export class Mp4Indexer extends SteppedIndexer<Mp4Index> {
  /** The fragment whose media is still arriving, as received. It is indexed once all of its media has arrived. */
  #fragment: Fragment | undefined;

  constructor(index = emptyMp4Index()) {
    super(index);
  }

  override get weightBytes(): number {
    return mp4Weight(this.index) + (this.#fragment?.data.length ?? 0) + this.bufferBytes;
  }

  protected override get hasTracks(): boolean {
    return this.index.movie !== undefined || this.index.whole !== undefined;
  }

  protected override step(bytes: Uint8Array, position: number): Step {
    try {
      const reading = readBoxHead(bytes);
      if ('invalid' in reading) return this.stopForDamage(reading.invalid);
      if ('need' in reading) return reading;
      const { head } = reading;
      return this.#stepBox({ head, sizeBytes: head.sizeBytes, bytes, position });
    } catch (error) {
      if (error instanceof MalformedBox) return this.stopForDamage(error.message);
      throw error;
    }
  }

  protected override onArrived(position: number): void {
    if (!this.#fragment) this.own.indexedBytes = position;
  }

  protected override stopForDamage(reason: string): Step {
    const step = super.stopForDamage(reason);
    this.#fragment = undefined;
    return step;
  }

  #stepBox(partial: PartialBox): Step {
    const { head, position } = partial;
    switch (head.type) {
      case 'ftyp':
        if (position > 0) return this.stopAtEnd('another file follows');
        return this.readWhole(partial, LARGEST_HEADER_BYTES, () => {
          this.own.fileType = copyOf(partial);
        });
      case 'moov':
        return this.#readMovieBox(partial);
      case 'moof':
        return this.#readFragmentBox(partial);
      case 'mdat':
        return this.#skipMedia(partial);
      default:
        return this.#skipBox(partial);
    }
  }

  #readMovieBox(partial: PartialBox): Step {
    const { head, bytes } = partial;
    const index = this.own;
    if (index.movie !== undefined || index.whole?.seconds !== undefined) {
      return this.stopAtEnd('a second movie follows');
    }
    if (head.sizeBytes > LARGEST_HEADER_BYTES) {
      // The box has tables of many samples, so no fragments of a recorder follow.
      if (bytes.length < LARGEST_HEADER_BYTES) return { need: LARGEST_HEADER_BYTES };
      return this.#recordWholeFile(
        partial,
        readMovieHeader(bytes.subarray(head.headBytes)).seconds,
      );
    }
    return this.readWhole(partial, LARGEST_HEADER_BYTES, (data) => {
      const { tracks, isFragmented } = readMovie(data);
      if (!isFragmented) {
        this.#recordWholeFile(partial, readMovieHeader(data).seconds);
        return;
      }
      checkMovie(bytes.subarray(0, head.sizeBytes), tracks);
      index.tracks = tracks;
      index.movie = copyOf(partial);
    });
  }

  /** Records a file with its own tables of all samples. */
  #recordWholeFile({ head }: PartialBox, seconds: number): Step {
    const index = this.own;
    this.onComplete = () => {
      index.whole = { hasMedia: index.whole?.hasMedia ?? false, seconds };
    };
    return { take: head.sizeBytes };
  }

  #readFragmentBox(partial: PartialBox): Step {
    const index = this.own;
    if (index.movie === undefined) return this.stopForDamage('a fragment comes before the tracks');
    if (this.#fragment) return this.stopForDamage('a fragment has no media');
    return this.readWhole(partial, LARGEST_FRAGMENT_HEAD_BYTES, (data) => {
      const fragment = {
        data: Uint8Array.from(data),
        at: partial.position,
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
    return readFragment(data, { at, tracks: this.own.tracks });
  }

  #skipMedia({ head, position }: PartialBox): Step {
    const index = this.own;
    const at = position + head.headBytes;
    const end = position + head.sizeBytes;
    const fragment = this.#fragment;
    if (index.movie === undefined) {
      this.onComplete = () => {
        index.whole = { ...index.whole, hasMedia: true };
      };
    } else if (fragment) {
      if (fragment.mediaAt < at || fragment.mediaEnd > end) {
        return this.stopForDamage('a fragment lies outside of its media');
      }
      // The limit counts all of the fragment's bytes, because it is indexed once they have arrived.
      if (mp4Weight(index) + fragment.weightBytes > weightLimit(end)) {
        return this.stopForDamage('it has too many samples for its bytes');
      }
      this.onComplete = () => {
        for (const run of this.#runsOf(fragment)) addRun(run);
        if (index.mediaEnd === 0) index.mediaAt = at;
        index.mediaEnd = end;
        this.#fragment = undefined;
      };
    }
    return { take: head.sizeBytes };
  }

  #skipBox({ head, position }: PartialBox): Step {
    if (!SKIPPED_BOXES.has(head.type)) return this.stopForDamage('a box has no place in the file');
    if (!this.hasTracks && position + head.sizeBytes > TRACKS_WITHIN_BYTES) {
      throw new NotVideo('no_tracks', 'no tracks within the first megabyte');
    }
    return { take: head.sizeBytes };
  }
}
