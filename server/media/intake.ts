// Videos on their way in: pieces go to storage and past the indexer in one go, so that a recording
// can be watched while it arrives and is done when its last byte is.
import { AppError } from '#contract/errors.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import type { ByteSource, Storage } from '#server/storage/storage.ts';
import { AppendInterrupted, AppendTooLarge, OffsetConflict } from '#server/storage/storage.ts';
import { type FedIndexer, resumeIndexer } from './fed-indexer.ts';
import { FeedTurns } from './feed-turns.ts';
import { LiveIndexers } from './live-indexers.ts';
import { NotVideo } from './not-video.error.ts';
import { durationOf, hasMedia, isWatchable, type VideoIndex } from './video-container.ts';

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

/** One for the whole server: it holds the indexers of all videos that arrive here. */
export function createIntake(storage: Storage, live = new LiveIndexers()): Intake {
  const turns = new FeedTurns();
  const discard = async (key: string) => {
    live.forget(key);
    await storage.delete(key);
  };
  const read = async (key: string): Promise<VideoState> => {
    const sizeBytes = (await storage.size(key)) ?? 0;
    if (sizeBytes === 0) throw new AppError('unreadable_video');
    return stateOf(await upTo(sizeBytes, { storage, live, key }));
  };
  const close = async (key: string) => {
    const { index, ...last } = await read(key);
    live.forget(key);
    if (!index || !isWatchable(index)) throw new AppError('unreadable_video');
    return { ...last, index };
  };
  return {
    async append(key, piece) {
      const fed = await upTo(piece.offset, { storage, live, key });
      live.keep(key, fed);
      try {
        const onFed = (bytes: number) => live.fed(key, fed, bytes);
        const sizeBytes = await appendFed(storage, key, { piece, fed, turns, onFed });
        if (live.get(key) === fed) live.keep(key, fed);
        return stateOf(await upTo(sizeBytes, { storage, live, key }));
      } catch (error) {
        // What arrived of it was fed, too: a line that breaks often costs no reading.
        if (error instanceof AppendInterrupted) return await read(key);
        if (!(error instanceof OffsetConflict)) live.forget(key);
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
      live.forget(key);
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
  { storage, live, key }: { storage: Storage; live: LiveIndexers; key: string },
): Promise<FedIndexer> {
  const known = live.get(key);
  return known?.fedBytes === sizeBytes ? known : await resumeIndexer({ storage, key });
}

/** Appends a piece past its indexer; bytes that don't follow what it was given are left to storage. */
async function appendFed(
  storage: Storage,
  key: string,
  {
    piece,
    fed,
    turns,
    onFed,
  }: { piece: IncomingPiece; fed: FedIndexer; turns: FeedTurns; onFed: (bytes: number) => void },
): Promise<number> {
  const { offset, source, onStored } = piece;
  let position = offset;
  return await storage.append(key, {
    offset,
    source,
    maxBytes: Math.max(0, VIDEO_MAX_BYTES - offset),
    onBytes: async (bytes) => {
      for await (const part of turns.partsOf(bytes)) {
        const follows = fed.fedBytes === position;
        position += part.length;
        if (!follows) continue;
        fed.fedBytes = position;
        feedUnlessHopeless(fed, part);
        onFed(part.length);
      }
      onStored?.(position - offset);
    },
  });
}

/** @throws {NotVideo} also when it is damaged before anything in it can be played: no further byte mends that */
function feedUnlessHopeless({ indexer }: FedIndexer, bytes: Uint8Array): void {
  const hadStopped = indexer.stopped;
  indexer.feed(bytes);
  const { index } = indexer;
  if (hadStopped || index?.stopped?.kind !== 'damage' || hasMedia(index)) return;
  throw new NotVideo('malformed_header', index.stopped.reason);
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
