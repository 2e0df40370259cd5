// Stores and indexes incoming videos piece by piece, so that a recording can be watched while it arrives and is
// complete with its last byte. A piece that follows a piece on another server is only stored; the index catches up at
// intervals and at the end.
import { AppError } from '#contract/errors.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import {
  AppendInterrupted,
  AppendTooLarge,
  type ByteSource,
  OffsetConflict,
  type Storage,
} from '#server/storage/storage.ts';
import { indexKey } from './object-keys.ts';
import { indexUpTo, storeIndex } from './stored-index.ts';
import { durationOf, hasMedia, isWatchable, type VideoIndex } from './video-container.ts';
import { NotVideo } from './video-index.ts';
import {
  type ArrivingIndexers,
  createArrivingIndexers,
  FeedTurns,
  isWeighingDue,
  VideoIndexer,
} from './video-indexer.ts';

/** The stored state of a video. */
export interface VideoState {
  sizeBytes: number;
  /** The duration, or null before the first frame and until this server has indexed all stored bytes. */
  durationMs: number | null;
  /** The index, or null until the container is detected and this server has indexed all stored bytes. */
  index: Readonly<VideoIndex> | null;
}

/** A video that can be watched. */
export type WatchableVideo = VideoState & { index: Readonly<VideoIndex> };

export interface IncomingPiece {
  offset: number;
  source: ByteSource;
  /** Called with the number of bytes of the piece that are stored and indexed, but not yet on stable storage. */
  onStored?: (bytes: number) => void;
}

export interface Intake {
  /**
   * Appends a piece and resolves when it is on stable storage. After a broken connection, the bytes that arrived stay
   * stored. The cost does not grow with the video, whichever server received the earlier pieces.
   * @throws AppError upload_offset, too_large; wrong_media or unreadable_video (nothing stays stored)
   * @throws StorageFull the bytes that fitted stay stored
   */
  append(key: string, piece: IncomingPiece): Promise<VideoState>;
  /**
   * Returns the current state of a video, indexed to its end.
   * @throws AppError unreadable_video if it does not exist
   */
  read(key: string): Promise<VideoState>;
  /** Closes a video at the end of a session: indexes it to its end, stores the index and drops the indexer. */
  close(key: string): Promise<WatchableVideo>;
  /**
   * Replaces one video with another; readers see the old one or the new one. The other object remains, so that a
   * repetition has the same result.
   * @throws AppError unreadable_video if the other is no video; then nothing changes
   */
  replace(key: string, by: string): Promise<void>;
  /** Deletes a video, its index and its indexer. */
  discard(key: string): Promise<void>;
}

/**
 * Bytes of growth after which an index is stored; the first two are stored at a sixteenth and a quarter of that. 4 MiB
 * are half a minute of video, which a server that has no index reads and indexes in some milliseconds.
 */
const INDEX_EVERY_BYTES = 4 * 1024 * 1024;
const FIRST_INDEX_SHARES = [1 / 16, 1 / 4];

interface IntakeOptions {
  arriving?: ArrivingIndexers;
  turns?: FeedTurns;
  indexEveryBytes?: number;
  /** Called when an index could not be stored. The video is stored, and its index can be computed again. */
  onIndexFailed?: (error: unknown, key: string) => void;
}

/** Creates the intake of a server, which owns the indexers of the videos that arrive there. */
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
      indexEveryBytes: INDEX_EVERY_BYTES,
      onIndexFailed: () => undefined,
      ...options,
    };
  }

  async append(key: string, piece: IncomingPiece): Promise<VideoState> {
    const { arriving } = this.#options;
    const { offset } = piece;
    try {
      if (offset === 0) arriving.set(key, new VideoIndexer());
      const arrivingIndexer = arriving.get(key);
      const indexer =
        arrivingIndexer?.fedBytes === offset && !arrivingIndexer.isBeingFed
          ? arrivingIndexer
          : null;
      const sizeBytes = await this.#appendFed(key, piece, indexer);
      if (this.#isIndexDue(offset, sizeBytes)) await this.#storeIndexUpTo(key, sizeBytes);
      const last = arriving.peek(key);
      if (last?.fedBytes === sizeBytes) return videoState(last);
      return { sizeBytes, durationMs: null, index: null };
    } catch (error) {
      if (!(error instanceof OffsetConflict)) arriving.delete(key);
      if (error instanceof NotVideo) await this.discard(key);
      throw toAppError(error);
    }
  }

  async read(key: string): Promise<VideoState> {
    return videoState(await this.#readAll(key));
  }

  async close(key: string): Promise<WatchableVideo> {
    const { video } = await this.#readWatchable(key);
    await this.#storeIndexUpTo(key, video.sizeBytes);
    this.#options.arriving.delete(key);
    return video;
  }

  async replace(key: string, by: string): Promise<void> {
    const { indexer, video } = await this.#readWatchable(by);
    await this.#storage.delete(indexKey(key));
    await this.#storage.put(key, await this.#storage.read(by, { start: 0, end: video.sizeBytes }));
    this.#options.arriving.delete(by);
    this.#options.arriving.set(key, indexer);
    await this.#storeIndexUpTo(key, video.sizeBytes);
  }

  async discard(key: string): Promise<void> {
    this.#options.arriving.delete(key);
    await this.#storage.delete(indexKey(key));
    await this.#storage.delete(key);
  }

  /** Appends a piece and indexes it. Bytes that don't follow the indexed ones are only stored. */
  async #appendFed(
    key: string,
    piece: IncomingPiece,
    indexer: VideoIndexer | null,
  ): Promise<number> {
    const { arriving, turns } = this.#options;
    const { offset, source, onStored } = piece;
    let position = offset;
    if (indexer) indexer.isBeingFed = true;
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
            feedOrReject(indexer, part);
            const isDue = isWeighingDue(indexer, part.length);
            if (isDue && arriving.peek(key) === indexer) arriving.set(key, indexer);
          }
          onStored?.(position - offset);
        },
      });
    } catch (error) {
      // The bytes that arrived before the interruption are stored and indexed.
      if (error instanceof AppendInterrupted && error.sizeBytes > 0) return error.sizeBytes;
      throw error;
    } finally {
      if (indexer) indexer.isBeingFed = false;
      if (indexer && arriving.peek(key) === indexer) arriving.set(key, indexer);
    }
  }

  /** Returns whether a piece ends a storing interval. One piece does, on the server that receives it. */
  #isIndexDue(offset: number, sizeBytes: number): boolean {
    const { indexEveryBytes } = this.#options;
    const dueAt = (bytes: number) =>
      Math.floor(bytes / indexEveryBytes) +
      FIRST_INDEX_SHARES.filter((share) => bytes >= share * indexEveryBytes).length;
    return dueAt(sizeBytes) > dueAt(offset);
  }

  /**
   * Stores the index up to a size. A failure is only reported, because the piece is stored in any case.
   * @throws {NotVideo}
   */
  async #storeIndexUpTo(key: string, sizeBytes: number): Promise<void> {
    try {
      const indexer = await this.#indexerUpTo(key, sizeBytes);
      rejectHopeless(indexer);
      await storeIndex({ storage: this.#storage, key }, indexer);
    } catch (error) {
      if (error instanceof NotVideo) throw error;
      this.#options.onIndexFailed(error, key);
    }
  }

  async #readWatchable(key: string): Promise<{ indexer: VideoIndexer; video: WatchableVideo }> {
    const indexer = await this.#readAll(key);
    const { index } = indexer;
    if (!index || !isWatchable(index)) throw new AppError('unreadable_video');
    return { indexer, video: { ...videoState(indexer), index } };
  }

  async #readAll(key: string): Promise<VideoIndexer> {
    const sizeBytes = (await this.#storage.size(key)) ?? 0;
    if (sizeBytes === 0) throw new AppError('unreadable_video');
    try {
      return await this.#indexerUpTo(key, sizeBytes);
    } catch (error) {
      throw toAppError(error);
    }
  }

  /**
   * Returns an indexer of the first `sizeBytes` bytes: the arriving one, or one that catches up from storage.
   * @throws {NotVideo}
   */
  async #indexerUpTo(key: string, sizeBytes: number): Promise<VideoIndexer> {
    const { arriving, turns } = this.#options;
    const video = { storage: this.#storage, key, turns };
    const arrivingIndexer = arriving.get(key);
    if (arrivingIndexer?.fedBytes === sizeBytes) return arrivingIndexer;
    // A piece that is not yet acknowledged feeds the indexer.
    if (arrivingIndexer?.isBeingFed) return await indexUpTo(video, sizeBytes);
    // While the indexer catches up, nothing else may feed or drop it.
    arriving.delete(key);
    const indexer = await indexUpTo(video, sizeBytes, arrivingIndexer);
    arriving.set(key, indexer);
    return indexer;
  }
}

/** Feeds the bytes. @throws {NotVideo} also for damage before anything playable, because no further byte repairs it */
function feedOrReject(indexer: VideoIndexer, bytes: Uint8Array): void {
  const hadStopped = indexer.stopped;
  indexer.feed(bytes);
  if (!hadStopped) rejectHopeless(indexer);
}

function rejectHopeless({ index }: VideoIndexer): void {
  if (index?.stopped?.kind !== 'damage' || hasMedia(index)) return;
  throw new NotVideo('malformed_header', index.stopped.reason);
}

function videoState({ index, fedBytes }: VideoIndexer): VideoState {
  return { sizeBytes: fedBytes, durationMs: index && durationOf(index), index };
}

function toAppError(error: unknown): unknown {
  if (error instanceof AppendInterrupted) return new AppError('unreadable_video');
  if (error instanceof OffsetConflict) return new AppError('upload_offset');
  if (error instanceof AppendTooLarge) return new AppError('too_large');
  if (error instanceof NotVideo) {
    return new AppError(error.reason === 'unknown_container' ? 'wrong_media' : 'unreadable_video');
  }
  return error;
}
