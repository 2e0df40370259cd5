// Videos that are watched: keeps what is made of their indexes, so that a player's many range requests read only new
// bytes; also after a restart, and when another server receives the pieces.
import { LRUCache } from 'lru-cache';
import { KeyQueue } from '#server/storage/key-queue.ts';
import type { Storage } from '#server/storage/storage.ts';
import { type VideoIndex, videoIndexSchema, virtualLayout } from './video-container.ts';
import { NotVideo } from './video-index.ts';
import { catchUp, FeedTurns, type StoredVideo, VideoIndexer } from './video-indexer.ts';
import type { VirtualLayout } from './virtual-file.ts';

/** A video that can be played. */
export interface WatchedVideo {
  layout: VirtualLayout;
  container: VideoIndex['container'];
}

export interface WatchedVideos {
  /**
   * A video that still arrives, as far as it is stored now; reads only the bytes since the last call.
   * @returns null while there is nothing to play
   */
  growing(key: string): Promise<WatchedVideo | null>;
  /**
   * A closed video.
   * @param closing names its state: another state is another video
   * @param readIndex reads its stored index; called once. An index that can't be parsed is made again.
   */
  closed(
    key: string,
    closing: string,
    readIndex: () => Promise<unknown>,
  ): Promise<WatchedVideo | null>;
}

interface Entry {
  video: WatchedVideo | null;
  /** Of a video that still arrives. */
  indexer?: VideoIndexer;
  /** Of a closed one. */
  closing?: string;
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
  const growing = async (key: string) => {
    try {
      const known = entries.get(key);
      // Its weight changes while it is fed.
      entries.delete(key);
      const entry = await follow({ storage, key, turns }, known);
      entries.set(key, entry);
      return entry.video;
    } catch (error) {
      if (error instanceof NotVideo) return null;
      throw error;
    }
  };
  return {
    growing: (key) => queue.run(key, () => growing(key)),
    closed: (key, closing, readIndex) =>
      queue.run(key, async () => {
        const known = entries.get(key);
        if (known?.closing === closing) return known.video;
        const index = videoIndexSchema.safeParse(await readIndex());
        if (!index.success) return await growing(key);
        const video = videoOf(index.data);
        entries.set(key, { video, closing });
        return video;
      }),
  };
}

/** Feeds an entry the bytes that are stored by now; makes it again when fewer bytes are stored. */
async function follow(stored: StoredVideo, known?: Entry): Promise<Entry> {
  const sizeBytes = (await stored.storage.size(stored.key)) ?? 0;
  if (known?.indexer?.fedBytes === sizeBytes) return known;
  const isUsable = known?.indexer && known.indexer.fedBytes <= sizeBytes;
  const indexer = (isUsable && known.indexer) || new VideoIndexer();
  await catchUp(indexer, stored, sizeBytes);
  return { indexer, video: indexer.index && videoOf(indexer.index) };
}

function videoOf(index: Readonly<VideoIndex>): WatchedVideo | null {
  const layout = virtualLayout(index);
  return layout && { layout, container: index.container };
}

function weightOf({ video, indexer }: Entry): number {
  const { parts, patches } = video?.layout ?? { parts: [], patches: [] };
  const made = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0);
  const layoutBytes = made + (parts.length + patches.length) * PATCH_BYTES;
  return ENTRY_BYTES + layoutBytes + (indexer?.weightBytes ?? 0);
}
