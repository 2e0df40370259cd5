// Videos that are watched: keeps what is made of their indexes, so that a player's many range requests read only new
// bytes; also after a restart, and when another server receives the pieces.
import { LRUCache } from 'lru-cache';
import { KeyQueue } from '#server/storage/key-queue.ts';
import type { Storage } from '#server/storage/storage.ts';
import { indexUpTo, keepIndex, readKeptIndex } from './kept-index.ts';
import { cutFile, keyFramesAround, type VideoIndex, virtualLayout } from './video-container.ts';
import { type CutFile, type KeyFrames, NotVideo, type Stretch } from './video-index.ts';
import { FeedTurns, type StoredVideo, type VideoIndexer } from './video-indexer.ts';
import type { VirtualLayout } from './virtual-file.ts';

/** A video that can be played. */
export interface WatchedVideo {
  layout: VirtualLayout;
  container: VideoIndex['container'];
}

/** A stretch of one. */
export type WatchedCut = WatchedVideo & CutFile;

export interface WatchedVideos {
  /**
   * A video that still arrives, as far as it is stored now; reads only the bytes since the last call, or since an index
   * was kept.
   * @returns null while there is nothing to play
   */
  growing(key: string): Promise<WatchedVideo | null>;
  /**
   * A closed video. Reads its kept index; one that is missing or short is made again of the bytes, and kept.
   * @returns null when nothing of it is stored
   */
  closed(key: string, video: ClosedVideo): Promise<WatchedVideo | null>;
  /** The same one's index, for what reads it once. */
  index(key: string, video: ClosedVideo): Promise<VideoIndex | null>;
  /**
   * A stretch of a video that is closed, or still arrives, from the key frame before.
   * @returns null while nothing of it is stored
   */
  cut(key: string, closed: ClosedVideo | null, stretch: Stretch): Promise<WatchedCut | null>;
  /**
   * The key frames around a time of a video that is closed, or still arrives.
   * @returns null while nothing of it is stored, and where nothing can be cut out of it
   */
  keyFrames(key: string, closed: ClosedVideo | null, atMs: number): Promise<KeyFrames | null>;
}

export interface ClosedVideo {
  /** Names its state: another state is another video. */
  closing: string;
  sizeBytes: number;
}

interface Entry {
  video: WatchedVideo | null;
  /** Of a video that still arrives. */
  indexer?: VideoIndexer;
  /** Of a closed one. */
  closing?: string;
}

interface CutEntry {
  video: WatchedCut;
  closing: string;
}

/** Some dozens of recordings of 20 minutes; a dropped one is made again. */
const MOST_BYTES = 64 * 1024 * 1024;
// Measured: a patch takes about 100 bytes.
const PATCH_BYTES = 100;
const ENTRY_BYTES = 4096;

/** @param mostBytes approximate memory of layouts and indexers. */
export function createWatchedVideos(
  storage: Storage,
  { mostBytes = MOST_BYTES, turns = new FeedTurns() } = {},
): WatchedVideos {
  const queue = new KeyQueue();
  const entries = new LRUCache<string, Entry>({ maxSize: mostBytes, sizeCalculation: weightOf });
  const cuts = new LRUCache<string, CutEntry>({
    maxSize: mostBytes / 4,
    sizeCalculation: weightOf,
  });
  const growing = async (key: string) => {
    const known = entries.get(key);
    // Its weight changes while it is fed.
    entries.delete(key);
    const entry = await follow({ storage, key, turns }, known);
    entries.set(key, entry);
    return entry.video;
  };
  const closed = async (key: string, video: ClosedVideo) => {
    const { closing } = video;
    const known = entries.get(key);
    if (known?.closing === closing) return known.video;
    const index = await closedIndex({ storage, key, turns }, video);
    const watched = index && videoOf(index);
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
    const known = video && cuts.get(cutKey);
    if (known && known.closing === video.closing) return known.video;
    const index = await indexNow(key, video);
    const made = index && (await cutFile(index, stretch, (range) => storage.chunks(key, range)));
    if (!made) return null;
    const watched = { ...made, container: index.container };
    if (video) cuts.set(cutKey, { video: watched, closing: video.closing });
    return watched;
  };
  return {
    growing: (key) => queue.run(key, () => unlessNoVideo(() => growing(key))),
    closed: (key, video) => queue.run(key, () => unlessNoVideo(() => closed(key, video))),
    index: (key, video) =>
      queue.run(key, () => unlessNoVideo(() => closedIndex({ storage, key, turns }, video))),
    cut: (key, video, stretch) =>
      queue.run(key, () => unlessNoVideo(() => cut(key, video, stretch))),
    keyFrames: (key, video, atMs) =>
      queue.run(key, () => unlessNoVideo(() => keyFrames(key, video, atMs))),
  };
}

async function unlessNoVideo<T>(open: () => Promise<T>): Promise<T | null> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof NotVideo) return null;
    throw error;
  }
}

/** Feeds an entry the bytes that are stored by now; makes it again when fewer bytes are stored. */
async function follow(stored: StoredVideo, known?: Entry): Promise<Entry> {
  const sizeBytes = (await stored.storage.size(stored.key)) ?? 0;
  if (known?.indexer?.fedBytes === sizeBytes) return known;
  const indexer = await indexUpTo(stored, sizeBytes, known?.indexer);
  return { indexer, video: indexer.index && videoOf(indexer.index) };
}

/** The stored index if it covers the video; otherwise one that is computed now and stored. */
async function closedIndex(stored: StoredVideo, { sizeBytes }: ClosedVideo) {
  const kept = await readKeptIndex(stored);
  if (kept && kept.coveredBytes >= sizeBytes) return kept.indexer.index;
  const storedBytes = (await stored.storage.size(stored.key)) ?? 0;
  const indexer = await indexUpTo(stored, Math.min(sizeBytes, storedBytes), kept?.indexer);
  await keepIndex(stored, indexer).catch(() => 'it is made again the next time');
  return indexer.index;
}

function videoOf(index: Readonly<VideoIndex>): WatchedVideo | null {
  const layout = virtualLayout(index);
  return layout && { layout, container: index.container };
}

function weightOf({ video, indexer }: Pick<Entry, 'video' | 'indexer'>): number {
  const { parts, patches } = video?.layout ?? { parts: [], patches: [] };
  const made = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0);
  const layoutBytes = made + (parts.length + patches.length) * PATCH_BYTES;
  return ENTRY_BYTES + layoutBytes + (indexer?.weightBytes ?? 0);
}
