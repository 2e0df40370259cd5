// Videos on their way in: each piece goes to storage and is indexed at the same time, so that a recording can be watched
// while it arrives and is complete with its last byte. A piece that follows another server's is stored alone: the index
// catches up now and then, and at the end.
import { AppError } from '#contract/errors.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import {
  AppendInterrupted,
  AppendTooLarge,
  type ByteSource,
  OffsetConflict,
  type Storage,
} from '#server/storage/storage.ts';
import { indexUpTo, keepIndex } from './kept-index.ts';
import { indexKey } from './object-keys.ts';
import { durationOf, hasMedia, isWatchable, type VideoIndex } from './video-container.ts';
import { NotVideo } from './video-index.ts';
import {
  type ArrivingIndexers,
  createArrivingIndexers,
  FeedTurns,
  isWeighingDue,
  VideoIndexer,
} from './video-indexer.ts';

/** A video as far as it is stored. */
export interface VideoState {
  sizeBytes: number;
  /** Null before the first frame, and while this server has not indexed all of it. */
  durationMs: number | null;
  /** Null while the bytes are too few to tell what they are, and while this server has not indexed all of them. */
  index: Readonly<VideoIndex> | null;
}

/** A video that can be watched. */
export type WatchableVideo = VideoState & { index: Readonly<VideoIndex> };

export interface IncomingPiece {
  offset: number;
  source: ByteSource;
  /** Called with the number of its bytes that are stored and indexed, but not yet on stable storage. */
  onStored?: (bytes: number) => void;
}

export interface Intake {
  /**
   * Appends a piece; resolves when it is on stable storage. Of a connection that breaks, the bytes that arrived stay.
   * What it costs does not grow with the video, whichever server took the pieces before.
   * @throws AppError upload_offset, too_large; wrong_media or unreadable_video (nothing is kept)
   * @throws StorageFull the bytes that fitted are kept
   */
  append(key: string, piece: IncomingPiece): Promise<VideoState>;
  /** A video as it is now, indexed to its end. @throws AppError unreadable_video when there is none. */
  read(key: string): Promise<VideoState>;
  /** The same at the end of a session; keeps the index in storage and drops its indexer. */
  close(key: string): Promise<WatchableVideo>;
  /**
   * Replaces one video by another: readers see the old one or the new one. The other one stays where it is, so that a
   * repetition has the same result.
   * @throws AppError unreadable_video when the other is none; then nothing changes
   */
  replace(key: string, by: string): Promise<void>;
  /** Removes a video and its index, and forgets it. */
  discard(key: string): Promise<void>;
}

/**
 * An index is kept when a video has grown by so many bytes, and at a sixteenth and a quarter of the first: half a minute of
 * video, which a server that never saw the recording reads and indexes in some milliseconds.
 */
const KEPT_EVERY_BYTES = 4 * 1024 * 1024;
const FIRST_KEPT = [1 / 16, 1 / 4];

interface IntakeOptions {
  arriving?: ArrivingIndexers;
  turns?: FeedTurns;
  keptEveryBytes?: number;
  /** Hears of an index that could not be kept; the video is stored, and its index is made again. */
  onKeepFailed?: (error: unknown, key: string) => void;
}

/** One for each server: it holds the indexers of videos that arrive there. */
export function createIntake(storage: Storage, options: IntakeOptions = {}): Intake {
  return new StoringIntake(storage, options);
}

class StoringIntake implements Intake {
  readonly #storage: Storage;
  readonly #options: Required<IntakeOptions>;

  constructor(storage: Storage, options: IntakeOptions) {
    this.#storage = storage;
    this.#options = {
      arriving: createArrivingIndexers(),
      turns: new FeedTurns(),
      keptEveryBytes: KEPT_EVERY_BYTES,
      onKeepFailed: () => undefined,
      ...options,
    };
  }

  async append(key: string, piece: IncomingPiece): Promise<VideoState> {
    const { arriving } = this.#options;
    const { offset } = piece;
    try {
      if (offset === 0) arriving.set(key, new VideoIndexer());
      const known = arriving.get(key);
      const indexer = known?.fedBytes === offset && !known.taken ? known : null;
      const sizeBytes = await this.#appendFed(key, piece, indexer);
      if (this.#isKeepingDue(offset, sizeBytes)) await this.#keepUpTo(key, sizeBytes);
      const last = arriving.peek(key);
      if (last?.fedBytes === sizeBytes) return stateOf(last);
      return { sizeBytes, durationMs: null, index: null };
    } catch (error) {
      if (!(error instanceof OffsetConflict)) arriving.delete(key);
      if (error instanceof NotVideo) await this.discard(key);
      throw asRefusal(error);
    }
  }

  async read(key: string): Promise<VideoState> {
    return stateOf(await this.#readAll(key));
  }

  async close(key: string): Promise<WatchableVideo> {
    const { video } = await this.#readWatchable(key);
    await this.#keepUpTo(key, video.sizeBytes);
    this.#options.arriving.delete(key);
    return video;
  }

  async replace(key: string, by: string): Promise<void> {
    const { indexer, video } = await this.#readWatchable(by);
    await this.#storage.delete(indexKey(key));
    await this.#storage.put(key, await this.#storage.read(by, { start: 0, end: video.sizeBytes }));
    this.#options.arriving.delete(by);
    this.#options.arriving.set(key, indexer);
    await this.#keepUpTo(key, video.sizeBytes);
  }

  async discard(key: string): Promise<void> {
    this.#options.arriving.delete(key);
    await this.#storage.delete(indexKey(key));
    await this.#storage.delete(key);
  }

  /** Appends a piece and indexes it; bytes that don't follow the indexed ones are only stored. */
  async #appendFed(
    key: string,
    piece: IncomingPiece,
    indexer: VideoIndexer | null,
  ): Promise<number> {
    const { arriving, turns } = this.#options;
    const { offset, source, onStored } = piece;
    let position = offset;
    if (indexer) indexer.taken = true;
    try {
      return await this.#storage.append(key, {
        offset,
        source,
        maxBytes: Math.max(0, VIDEO_MAX_BYTES - offset),
        onBytes: async (bytes) => {
          for await (const part of turns.partsOf(bytes)) {
            const follows = indexer?.fedBytes === position;
            position += part.length;
            if (!follows) continue;
            feedUnlessHopeless(indexer, part);
            const isDue = isWeighingDue(indexer, part.length);
            if (isDue && arriving.peek(key) === indexer) arriving.set(key, indexer);
          }
          onStored?.(position - offset);
        },
      });
    } catch (error) {
      // The bytes that arrived are stored and indexed.
      if (error instanceof AppendInterrupted && error.sizeBytes > 0) return error.sizeBytes;
      throw error;
    } finally {
      if (indexer) indexer.taken = false;
      if (indexer && arriving.peek(key) === indexer) arriving.set(key, indexer);
    }
  }

  /** One of the servers that take a video's pieces has the piece with which it comes to be due. */
  #isKeepingDue(offset: number, sizeBytes: number): boolean {
    const { keptEveryBytes } = this.#options;
    const dueAt = (bytes: number) =>
      Math.floor(bytes / keptEveryBytes) +
      FIRST_KEPT.filter((share) => bytes >= share * keptEveryBytes).length;
    return dueAt(sizeBytes) > dueAt(offset);
  }

  /** The piece is stored whatever happens here. @throws {NotVideo} */
  async #keepUpTo(key: string, sizeBytes: number): Promise<void> {
    try {
      const indexer = await this.#upTo(key, sizeBytes);
      refuseHopeless(indexer);
      await keepIndex({ storage: this.#storage, key }, indexer);
    } catch (error) {
      if (error instanceof NotVideo) throw error;
      this.#options.onKeepFailed(error, key);
    }
  }

  async #readWatchable(key: string): Promise<{ indexer: VideoIndexer; video: WatchableVideo }> {
    const indexer = await this.#readAll(key);
    const { index } = indexer;
    if (!index || !isWatchable(index)) throw new AppError('unreadable_video');
    return { indexer, video: { ...stateOf(indexer), index } };
  }

  async #readAll(key: string): Promise<VideoIndexer> {
    const sizeBytes = (await this.#storage.size(key)) ?? 0;
    if (sizeBytes === 0) throw new AppError('unreadable_video');
    try {
      return await this.#upTo(key, sizeBytes);
    } catch (error) {
      throw asRefusal(error);
    }
  }

  /** The indexer of so many bytes: the one that was fed them here, or one that catches up. @throws {NotVideo} */
  async #upTo(key: string, sizeBytes: number): Promise<VideoIndexer> {
    const { arriving, turns } = this.#options;
    const video = { storage: this.#storage, key, turns };
    const known = arriving.get(key);
    if (known?.fedBytes === sizeBytes) return known;
    // A piece feeds it; that piece is not acknowledged yet.
    if (known?.taken) return await indexUpTo(video, sizeBytes);
    // Nothing else may feed or drop it while it catches up.
    arriving.delete(key);
    const indexer = await indexUpTo(video, sizeBytes, known);
    arriving.set(key, indexer);
    return indexer;
  }
}

/** @throws {NotVideo} also for damage before anything that can be played: no further byte mends it */
function feedUnlessHopeless(indexer: VideoIndexer, bytes: Uint8Array): void {
  const hadStopped = indexer.stopped;
  indexer.feed(bytes);
  if (!hadStopped) refuseHopeless(indexer);
}

function refuseHopeless({ index }: VideoIndexer): void {
  if (index?.stopped?.kind !== 'damage' || hasMedia(index)) return;
  throw new NotVideo('malformed_header', index.stopped.reason);
}

function stateOf({ index, fedBytes }: VideoIndexer): VideoState {
  return { sizeBytes: fedBytes, durationMs: index && durationOf(index), index };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof AppendInterrupted) return new AppError('unreadable_video');
  if (error instanceof OffsetConflict) return new AppError('upload_offset');
  if (error instanceof AppendTooLarge) return new AppError('too_large');
  if (error instanceof NotVideo) {
    return new AppError(error.reason === 'unknown_container' ? 'wrong_media' : 'unreadable_video');
  }
  return error;
}
