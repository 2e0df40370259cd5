// Videos on their way in: pieces go to storage and past the indexer in one go, so that a recording
// can be watched while it arrives and is done when its last byte is.
import { AppError } from '#contract/errors.ts';
import { VIDEO_MAX_BYTES } from '#contract/limits.ts';
import {
  AppendInterrupted,
  AppendTooLarge,
  OffsetConflict,
  StorageFull,
} from '#server/storage/storage.errors.ts';
import type { ByteSource, Storage } from '#server/storage/storage.ts';
import { NotWebm } from './not-webm.error.ts';
import { virtualLayout } from './virtual-webm.ts';
import { resumeIndexer } from './webm-index.build.ts';
import type { WebmIndex } from './webm-index.schema.ts';
import type { WebmIndexer } from './webm-indexer.ts';
import { durationMs } from './webm-timeline.ts';

/** What is known of a video: bytes stored, length, and where its clusters lie. */
export interface VideoState {
  sizeBytes: number;
  /** Null before the first block. */
  durationMs: number | null;
  index: WebmIndex;
}

export interface Intake {
  /**
   * Appends a piece; resolves when it is on stable storage. A connection that breaks half-way
   * leaves what arrived.
   * @throws AppError upload_offset, too_large, storage_full; unreadable_video (nothing is kept)
   */
  append(key: string, piece: { offset: number; source: ByteSource }): Promise<VideoState>;
  /** A video as it is now. @throws AppError unreadable_video when there is none. */
  read(key: string): Promise<VideoState>;
  /** The same at the end of a session; its indexer is let go. */
  close(key: string): Promise<VideoState>;
  /** Removes a video and forgets it. */
  discard(key: string): Promise<void>;
}

/** Indexers of videos that arrive now, by key: each has seen every stored byte of its video. */
type Live = Map<string, WebmIndexer>;

export function createIntake(storage: Storage): Intake {
  const live: Live = new Map();
  const state = async (key: string): Promise<VideoState> => {
    const sizeBytes = (await storage.size(key)) ?? 0;
    if (sizeBytes === 0) throw new AppError('unreadable_video');
    const indexer = live.get(key) ?? (await resumeIndexer({ storage, key }));
    return stateOf(indexer, sizeBytes);
  };
  const discard = async (key: string) => {
    live.delete(key);
    await storage.delete(key);
  };
  return {
    async append(key, piece) {
      const indexer = await indexerOf(storage, live, key);
      try {
        const sizeBytes = await storage.append(key, {
          ...piece,
          maxBytes: Math.max(0, VIDEO_MAX_BYTES - piece.offset),
          onBytes: (bytes) => indexer.feed(bytes),
        });
        return stateOf(indexer, sizeBytes);
      } catch (error) {
        if (error instanceof AppendInterrupted) return stateOf(indexer, error.sizeBytes);
        if (!(error instanceof OffsetConflict)) live.delete(key);
        if (error instanceof NotWebm) await discard(key);
        throw asRefusal(error);
      }
    },
    read: state,
    async close(key) {
      const last = await state(key);
      live.delete(key);
      if (virtualLayout(last.index) === null) throw new AppError('unreadable_video');
      return last;
    },
    discard,
  };
}

async function indexerOf(storage: Storage, live: Live, key: string): Promise<WebmIndexer> {
  const known = live.get(key);
  if (known) return known;
  const indexer = await resumeIndexer({ storage, key });
  // Two first pieces at once: the one that came first is the one that is fed.
  const winner = live.get(key) ?? indexer;
  live.set(key, winner);
  return winner;
}

function stateOf(indexer: WebmIndexer, sizeBytes: number): VideoState {
  const { index } = indexer;
  return { sizeBytes, durationMs: index.clusters.length > 0 ? durationMs(index) : null, index };
}

function asRefusal(error: unknown): unknown {
  if (error instanceof OffsetConflict) return new AppError('upload_offset');
  if (error instanceof AppendTooLarge) return new AppError('too_large');
  if (error instanceof StorageFull) return new AppError('storage_full');
  if (error instanceof NotWebm) {
    return new AppError(error.reason === 'no_ebml_header' ? 'wrong_media' : 'unreadable_video');
  }
  return error;
}
