// Videos on their way in: each piece goes to storage and is indexed at the same time, so that a recording can be watched
// while it arrives and is complete with its last byte.
import { AppError } from '#contract/errors.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import {
  AppendInterrupted,
  AppendTooLarge,
  type ByteSource,
  OffsetConflict,
  type Storage,
} from '#server/storage/storage.ts';
import { durationOf, hasMedia, isWatchable, type VideoIndex } from './video-container.ts';
import { NotVideo } from './video-index.ts';
import {
  createArrivingIndexers,
  FeedTurns,
  indexStored,
  isWeighingDue,
  type StoredVideo,
  type VideoIndexer,
} from './video-indexer.ts';

/** A video as far as it is stored. */
export interface VideoState {
  sizeBytes: number;
  /** Null before the first frame. */
  durationMs: number | null;
  /** Null while the bytes are too few to tell what they are. */
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
   * @throws AppError upload_offset, too_large; wrong_media or unreadable_video (nothing is kept)
   * @throws StorageFull the bytes that fitted are kept
   */
  append(key: string, piece: IncomingPiece): Promise<VideoState>;
  /** A video as it is now. @throws AppError unreadable_video when there is none. */
  read(key: string): Promise<VideoState>;
  /** The same at the end of a session; drops its indexer. */
  close(key: string): Promise<WatchableVideo>;
  /**
   * Replaces one video by another: readers see the old one or the new one.
   * @throws AppError unreadable_video when the other is none; then nothing changes
   */
  replace(key: string, by: string): Promise<void>;
  /** Removes a video and forgets it. */
  discard(key: string): Promise<void>;
}

/** One for each server: it holds the indexers of all videos that arrive there. */
export function createIntake(
  storage: Storage,
  { arriving = createArrivingIndexers(), turns = new FeedTurns() } = {},
): Intake {
  const discard = async (key: string) => {
    arriving.delete(key);
    await storage.delete(key);
  };
  /** The indexer that was fed exactly these bytes: made from storage when another server received some of them. */
  const upTo = async (key: string, sizeBytes: number) => {
    const known = arriving.get(key);
    return known?.fedBytes === sizeBytes ? known : await indexStored({ storage, key, turns });
  };
  const read = async (key: string): Promise<VideoState> => {
    const sizeBytes = (await storage.size(key)) ?? 0;
    if (sizeBytes === 0) throw new AppError('unreadable_video');
    return stateOf(await upTo(key, sizeBytes));
  };
  const close = async (key: string) => {
    const { index, ...last } = await read(key);
    arriving.delete(key);
    if (!index || !isWatchable(index)) throw new AppError('unreadable_video');
    return { ...last, index };
  };
  return {
    async append(key, piece) {
      const indexer = await upTo(key, piece.offset);
      arriving.set(key, indexer);
      try {
        const onFed = (bytes: number) => {
          const isKept = arriving.peek(key) === indexer;
          if (isKept && isWeighingDue(indexer, bytes)) arriving.set(key, indexer);
        };
        const sizeBytes = await appendFed({ storage, key, turns }, { piece, indexer, onFed });
        if (arriving.peek(key) === indexer) arriving.set(key, indexer);
        return stateOf(await upTo(key, sizeBytes));
      } catch (error) {
        // The bytes that arrived were indexed too: a connection that breaks often costs no reading.
        if (error instanceof AppendInterrupted) return await read(key);
        if (!(error instanceof OffsetConflict)) arriving.delete(key);
        if (error instanceof NotVideo) await discard(key);
        throw asRefusal(error);
      }
    },
    read,
    close,
    async replace(key, by) {
      const { sizeBytes } = await close(by);
      await storage.put(key, await storage.read(by, { start: 0, end: sizeBytes }));
      arriving.delete(key);
      await discard(by);
    },
    discard,
  };
}

/** Appends a piece and indexes it; bytes that don't follow the indexed ones are only stored. */
async function appendFed(
  { storage, key, turns }: StoredVideo,
  fed: { piece: IncomingPiece; indexer: VideoIndexer; onFed: (bytes: number) => void },
): Promise<number> {
  const { indexer, onFed } = fed;
  const { offset, source, onStored } = fed.piece;
  let position = offset;
  return await storage.append(key, {
    offset,
    source,
    maxBytes: Math.max(0, VIDEO_MAX_BYTES - offset),
    onBytes: async (bytes) => {
      for await (const part of turns.partsOf(bytes)) {
        const follows = indexer.fedBytes === position;
        position += part.length;
        if (!follows) continue;
        feedUnlessHopeless(indexer, part);
        onFed(part.length);
      }
      onStored?.(position - offset);
    },
  });
}

/** @throws {NotVideo} also for damage before anything that can be played: no further byte mends it */
function feedUnlessHopeless(indexer: VideoIndexer, bytes: Uint8Array): void {
  const hadStopped = indexer.stopped;
  indexer.feed(bytes);
  const { index } = indexer;
  if (hadStopped || index?.stopped?.kind !== 'damage' || hasMedia(index)) return;
  throw new NotVideo('malformed_header', index.stopped.reason);
}

function stateOf({ index, fedBytes }: VideoIndexer): VideoState {
  return { sizeBytes: fedBytes, durationMs: index && durationOf(index), index };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof OffsetConflict) return new AppError('upload_offset');
  if (error instanceof AppendTooLarge) return new AppError('too_large');
  if (error instanceof NotVideo) {
    return new AppError(error.reason === 'unknown_container' ? 'wrong_media' : 'unreadable_video');
  }
  return error;
}
