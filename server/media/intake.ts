// Videos on their way in: pieces go to storage and past the indexer in one go, so that a recording
// can be watched while it arrives and is done when its last byte is.
import { AppError } from '#contract/errors.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import {
  AppendInterrupted,
  AppendTooLarge,
  OffsetConflict,
} from '#server/storage/storage.errors.ts';
import type { ByteSource, Storage } from '#server/storage/storage.ts';
import { type FedIndexer, resumeIndexer } from './fed-indexer.ts';
import { NotVideo } from './not-video.error.ts';
import { durationOf, isWatchable, type VideoIndex } from './video-container.ts';

/** What is known of a video: bytes stored, length, and where its frames lie. */
export interface VideoState {
  sizeBytes: number;
  /** Null before the first frame. */
  durationMs: number | null;
  /** Null while the bytes are too few to tell what they are. */
  index: Readonly<VideoIndex> | null;
}

/** A video that can be watched. */
export type WatchableVideo = VideoState & { index: Readonly<VideoIndex> };

/** A piece of a video: where it begins and its bytes. */
export interface IncomingPiece {
  offset: number;
  source: ByteSource;
  /** Told how many bytes of it are stored so far and not looked at again; not yet on stable storage. */
  onStored?: (bytes: number) => void;
}

export interface Intake {
  /**
   * Appends a piece; resolves when it is on stable storage. A connection that breaks half-way
   * leaves what arrived.
   * @throws AppError upload_offset, too_large; unreadable_video (nothing is kept)
   * @throws StorageFull what fitted is kept
   */
  append(key: string, piece: IncomingPiece): Promise<VideoState>;
  /** Whether pieces of it came here since it was last closed or removed. */
  isArriving(key: string): boolean;
  /** A video as it is now. @throws AppError unreadable_video when there is none. */
  read(key: string): Promise<VideoState>;
  /** The same at the end of a session; its indexer is let go. */
  close(key: string): Promise<WatchableVideo>;
  /**
   * Puts one video in another's place: readers see the old one or the new one.
   * @throws AppError unreadable_video when it is none; then nothing changes
   */
  replace(key: string, by: string): Promise<void>;
  /** Removes a video and forgets it. */
  discard(key: string): Promise<void>;
}

/** Indexers of videos that arrive here now, by key; the one fed last is the last. */
type Live = Map<string, FedIndexer>;

/**
 * More participants at once than one server takes. Of a test that is deleted meanwhile nobody lets the
 * indexers go: they make room here. One that was let go too early is made anew from the bytes.
 */
const LIVE_MAX = 2000;

function keep(live: Live, key: string, fed: FedIndexer): void {
  live.delete(key);
  live.set(key, fed);
  const [oldest] = live.keys();
  if (live.size > LIVE_MAX && oldest !== undefined) live.delete(oldest);
}

/** One for the whole server: it holds the indexers of all videos that arrive here. */
export function createIntake(storage: Storage): Intake {
  const live: Live = new Map();
  const discard = async (key: string) => {
    live.delete(key);
    await storage.delete(key);
  };
  const read = async (key: string): Promise<VideoState> => {
    const sizeBytes = (await storage.size(key)) ?? 0;
    if (sizeBytes === 0) throw new AppError('unreadable_video');
    return stateOf(await upTo(sizeBytes, { storage, live, key }));
  };
  const close = async (key: string) => {
    const { index, ...last } = await read(key);
    live.delete(key);
    if (!index || !isWatchable(index)) throw new AppError('unreadable_video');
    return { ...last, index };
  };
  return {
    async append(key, piece) {
      const fed = await upTo(piece.offset, { storage, live, key });
      keep(live, key, fed);
      try {
        const sizeBytes = await appendFed(storage, key, { piece, fed });
        return stateOf(await upTo(sizeBytes, { storage, live, key }));
      } catch (error) {
        if (!(error instanceof OffsetConflict)) live.delete(key);
        if (error instanceof AppendInterrupted) return await read(key);
        if (error instanceof NotVideo) await discard(key);
        throw asRefusal(error);
      }
    },
    isArriving: (key) => live.has(key),
    read,
    close,
    async replace(key, by) {
      const { sizeBytes } = await close(by);
      await storage.put(key, await storage.read(by, { start: 0, end: sizeBytes }));
      live.delete(key);
      await discard(by);
    },
    discard,
  };
}

/**
 * The indexer that was given exactly these bytes: the live one, or one made from storage when another
 * server has received pieces of the same recording meanwhile.
 */
async function upTo(
  sizeBytes: number,
  { storage, live, key }: { storage: Storage; live: Live; key: string },
): Promise<FedIndexer> {
  const known = live.get(key);
  return known?.fedBytes === sizeBytes ? known : await resumeIndexer({ storage, key });
}

/** Appends a piece past its indexer; bytes that don't follow what it was given are left to storage. */
async function appendFed(
  storage: Storage,
  key: string,
  { piece, fed }: { piece: IncomingPiece; fed: FedIndexer },
): Promise<number> {
  const { offset, source, onStored } = piece;
  let position = offset;
  return await storage.append(key, {
    offset,
    source,
    maxBytes: Math.max(0, VIDEO_MAX_BYTES - offset),
    onBytes: (bytes) => {
      const follows = fed.fedBytes === position;
      position += bytes.length;
      if (follows) {
        fed.fedBytes = position;
        fed.indexer.feed(bytes);
      }
      onStored?.(position - offset);
    },
  });
}

function stateOf({ indexer: { index }, fedBytes }: FedIndexer): VideoState {
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
