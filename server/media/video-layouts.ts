// Caches the layouts of videos that are being watched, so that a player's many range requests read only new bytes, also
// after a restart and when another server receives the pieces.
import { LRUCache } from 'lru-cache';
import { KeyQueue } from '#server/storage/key-queue.ts';
import type { Storage } from '#server/storage/storage.ts';
import { indexUpTo, readStoredIndex, storeIndex } from './stored-index.ts';
import { cutFile, keyFramesAround, type VideoIndex, virtualLayout } from './video-container.ts';
import { type CutFile, type KeyFrames, NotVideo, type Stretch } from './video-index.ts';
import { FeedTurns, type StoredVideo, type VideoIndexer } from './video-indexer.ts';
import type { VirtualLayout } from './virtual-file.ts';

/** A video that can be played. */
export interface PlayableVideo {
  layout: VirtualLayout;
  container: VideoIndex['container'];
}

/** A stretch of a video that can be played. */
export type PlayableCut = PlayableVideo & CutFile;

export interface VideoLayouts {
  /**
   * Returns a video that is still arriving, as far as it is stored. Reads only the bytes after the last call or after
   * the stored index.
   * @returns null while there is nothing to play
   */
  growing(key: string): Promise<PlayableVideo | null>;
  /**
   * Returns a closed video. Reads its stored index; if that is missing or too short, computes and stores it.
   * @returns null if nothing of the video is stored
   */
  closed(key: string, video: ClosedVideo): Promise<PlayableVideo | null>;
  /** Returns the index of a closed video, without caching it. */
  index(key: string, video: ClosedVideo): Promise<VideoIndex | null>;
  /**
   * Returns a stretch of a video that is closed or still arriving, from the key frame before it.
   * @returns null while nothing of it is stored
   */
  cut(key: string, closed: ClosedVideo | null, stretch: Stretch): Promise<PlayableCut | null>;
  /**
   * Returns the key frames around a time of a video that is closed or still arriving.
   * @returns null while nothing of it is stored, and if nothing can be cut out of it
   */
  keyFrames(key: string, closed: ClosedVideo | null, atMs: number): Promise<KeyFrames | null>;
}

export interface ClosedVideo {
  /** Identifies the state of the video. Another state is another video. */
  closing: string;
  sizeBytes: number;
}

interface Entry {
  video: PlayableVideo | null;
  /** Set for a video that is still arriving. */
  indexer?: VideoIndexer;
  /** Set for a closed video. */
  closing?: string;
}

interface CutEntry {
  video: PlayableCut;
  closing: string;
}

/** Memory for some dozens of recordings of 20 minutes. A dropped one is computed again. */
const MOST_BYTES = 64 * 1024 * 1024;
// Measured: a patch takes about 100 bytes.
const PATCH_BYTES = 100;
const ENTRY_BYTES = 4096;

/** @param mostBytes approximate limit of memory for layouts and indexers */
export function createVideoLayouts(
  storage: Storage,
  { mostBytes = MOST_BYTES, turns = new FeedTurns() } = {},
): VideoLayouts {
  const queue = new KeyQueue();
  const entries = new LRUCache<string, Entry>({ maxSize: mostBytes, sizeCalculation: weightOf });
  const cuts = new LRUCache<string, CutEntry>({
    maxSize: mostBytes / 4,
    sizeCalculation: weightOf,
  });
  const growing = async (key: string) => {
    const cached = entries.get(key);
    // The entry's weight changes while its indexer is fed.
    entries.delete(key);
    const entry = await updateEntry({ storage, key, turns }, cached);
    entries.set(key, entry);
    return entry.video;
  };
  const closed = async (key: string, video: ClosedVideo) => {
    const { closing } = video;
    const cached = entries.get(key);
    if (cached?.closing === closing) return cached.video;
    const index = await closedIndex({ storage, key, turns }, video);
    const watched = index && watchedVideo(index);
    if (watched) entries.set(key, { video: watched, closing });
    return watched;
  };
  const indexNow = async (key: string, video: ClosedVideo | null) => {
    if (video) return await closedIndex({ storage, key, turns }, video);
    await growing(key);
    return entries.get(key)?.indexer?.index ?? null;
  };
  const keyFrames = async (key: string, video: ClosedVideo | null, atMs: number) => {
    const index = await indexNow(key, video);
    return index && (await keyFramesAround(index, atMs, (range) => storage.chunks(key, range)));
  };
  const cut = async (key: string, video: ClosedVideo | null, stretch: Stretch) => {
    const { fromMs, toMs } = stretch;
    const cutKey = `${key} ${fromMs}-${toMs}`;
    const cached = video && cuts.get(cutKey);
    if (cached && cached.closing === video.closing) return cached.video;
    const index = await indexNow(key, video);
    const cutResult =
      index && (await cutFile(index, stretch, (range) => storage.chunks(key, range)));
    if (!cutResult) return null;
    const watched = { ...cutResult, container: index.container };
    if (video) cuts.set(cutKey, { video: watched, closing: video.closing });
    return watched;
  };
  return {
    growing: (key) => queue.run(key, () => nullIfNotVideo(() => growing(key))),
    closed: (key, video) => queue.run(key, () => nullIfNotVideo(() => closed(key, video))),
    index: (key, video) =>
      queue.run(key, () => nullIfNotVideo(() => closedIndex({ storage, key, turns }, video))),
    cut: (key, video, stretch) =>
      queue.run(key, () => nullIfNotVideo(() => cut(key, video, stretch))),
    keyFrames: (key, video, atMs) =>
      queue.run(key, () => nullIfNotVideo(() => keyFrames(key, video, atMs))),
  };
}

async function nullIfNotVideo<T>(open: () => Promise<T>): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof NotVideo) return null;
    throw error;
  }
}

/** Feeds an entry the newly stored bytes. Starts again if fewer bytes are stored than before. */
async function updateEntry(stored: StoredVideo, cached?: Entry): Promise<Entry> {
  const sizeBytes = (await stored.storage.size(stored.key)) ?? 0;
  if (cached?.indexer?.fedBytes === sizeBytes) return cached;
  const indexer = await indexUpTo(stored, sizeBytes, cached?.indexer);
  return { indexer, video: indexer.index && watchedVideo(indexer.index) };
}

/** Returns the stored index if it covers the video, or else computes and stores it. */
async function closedIndex(stored: StoredVideo, { sizeBytes }: ClosedVideo) {
  const storedIndex = await readStoredIndex(stored);
  if (storedIndex && storedIndex.coveredBytes >= sizeBytes) return storedIndex.indexer.index;
  const storedBytes = (await stored.storage.size(stored.key)) ?? 0;
  const indexer = await indexUpTo(stored, Math.min(sizeBytes, storedBytes), storedIndex?.indexer);
  await storeIndex(stored, indexer).catch(() => 'the next call computes it again');
  return indexer.index;
}

function watchedVideo(index: Readonly<VideoIndex>): PlayableVideo | null {
  const layout = virtualLayout(index);
  return layout && { layout, container: index.container };
}

function weightOf({ video, indexer }: Pick<Entry, 'video' | 'indexer'>): number {
  const { parts, patches } = video?.layout ?? { parts: [], patches: [] };
  const generatedBytes = parts.reduce(
    (sum, part) => sum + ('bytes' in part ? part.bytes.length : 0),
    0,
  );
  const layoutBytes = generatedBytes + (parts.length + patches.length) * PATCH_BYTES;
  return ENTRY_BYTES + layoutBytes + (indexer?.weightBytes ?? 0);
}
