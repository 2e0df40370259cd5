// Joins the index with the stored bytes: made anew, or brought up to date after a restart.
import type { Storage } from '#server/storage/storage.ts';
import type { VideoIndex } from './video-container.ts';
import { VideoIndexer } from './video-indexer.ts';

/**
 * The index of a stored recording, made from its bytes alone; equal to one that saw them arrive.
 * @returns null when the bytes are too few to tell what they are
 * @throws {NotVideo} the object is no recording
 * @throws {ObjectMissing}
 */
export async function buildIndex(storage: Storage, key: string): Promise<VideoIndex | null> {
  const indexer = new VideoIndexer();
  await catchUp(indexer, { storage, key, end: Number.MAX_SAFE_INTEGER });
  return indexer.index;
}

/** An indexer with how much of its file it has been given. */
export interface FedIndexer {
  indexer: VideoIndexer;
  fedBytes: number;
}

/**
 * An indexer that has seen the bytes stored now and takes what is appended next.
 * @throws {NotVideo} the object is no recording
 */
export async function resumeIndexer(place: { storage: Storage; key: string }): Promise<FedIndexer> {
  const fedBytes = (await place.storage.size(place.key)) ?? 0;
  const indexer = new VideoIndexer();
  if (fedBytes > 0) await catchUp(indexer, { ...place, end: fedBytes });
  return { indexer, fedBytes };
}

async function catchUp(
  indexer: VideoIndexer,
  { storage, key, end }: { storage: Storage; key: string; end: number },
): Promise<void> {
  for await (const chunk of await storage.read(key, { start: 0, end })) {
    indexer.feed(chunk);
    if (indexer.stopped) break;
  }
}
