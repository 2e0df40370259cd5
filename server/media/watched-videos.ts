// Videos that somebody watches: what is made of their indexes is kept, so that a player's many range requests cost
// what is new and nothing twice; also after a restart, and when another server receives the pieces.
import { LRUCache } from 'lru-cache';
import { KeyQueue } from '#server/storage/key-queue.ts';
import type { Storage } from '#server/storage/storage.ts';
import { catchUp, type FedIndexer, unfedIndexer } from './fed-indexer.ts';
import { NotVideo } from './not-video.error.ts';
import { type VideoIndex, videoIndexSchema, virtualLayout } from './video-container.ts';
import type { VirtualLayout } from './virtual-layout.ts';

/** A video that can be played. */
export interface WatchedVideo {
  layout: VirtualLayout;
  container: VideoIndex['container'];
}

export interface WatchedVideos {
  /**
   * A video that still arrives, as far as it is stored now; reads only what came since the last time.
   * @returns null while there is nothing to play
   */
  growing(key: string): Promise<WatchedVideo | null>;
  /**
   * A closed video.
   * @param closing names its state: another one is another video
   * @param readIndex its index as it was stored; asked for once. One that can't be read is made anew.
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
  fed?: FedIndexer;
  /** Of a closed one. */
  closing?: string;
}

/** Some dozens of recordings of 20 minutes at once; whatever is let go is made anew. */
const MOST_BYTES = 64 * 1024 * 1024;
// Measured: a patch takes about a hundred bytes.
const PATCH_BYTES = 100;
const ENTRY_BYTES = 4096;

/** @param mostBytes as much of layouts and indexers as is kept, roughly. */
export function createWatchedVideos(storage: Storage, mostBytes = MOST_BYTES): WatchedVideos {
  const queue = new KeyQueue();
  const entries = new LRUCache<string, Entry>({ maxSize: mostBytes, sizeCalculation: weightOf });
  const growing = async (key: string) => {
    try {
      const known = entries.get(key);
      // It changes, and counts with another weight after that.
      entries.delete(key);
      const entry = await follow(storage, key, known);
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

/** Brings an entry up to the bytes that are stored; one that was given other bytes is made anew. */
async function follow(storage: Storage, key: string, known?: Entry): Promise<Entry> {
  const sizeBytes = (await storage.size(key)) ?? 0;
  const isUsable = known?.fed && known.fed.fedBytes <= sizeBytes;
  const fed = isUsable && known.fed ? known.fed : unfedIndexer();
  if (known && fed === known.fed && fed.fedBytes === sizeBytes) return known;
  await catchUp(fed, { storage, key, end: sizeBytes });
  return { fed, video: fed.indexer.index && videoOf(fed.indexer.index) };
}

function videoOf(index: Readonly<VideoIndex>): WatchedVideo | null {
  const layout = virtualLayout(index);
  return layout && { layout, container: index.container };
}

function weightOf({ video, fed }: Entry): number {
  const { parts, patches } = video?.layout ?? { parts: [], patches: [] };
  const made = parts.reduce((sum, part) => sum + ('bytes' in part ? part.bytes.length : 0), 0);
  const layoutBytes = made + (parts.length + patches.length) * PATCH_BYTES;
  return ENTRY_BYTES + layoutBytes + (fed?.indexer.weightBytes ?? 0);
}
