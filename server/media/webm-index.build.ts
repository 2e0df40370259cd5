// Joins the index with the stored bytes: made anew, or brought up to date after a restart.
import type { Storage } from '#server/storage/storage.ts';
import type { WebmIndex } from './webm-index.schema.ts';
import { WebmIndexer } from './webm-indexer.ts';

/**
 * The index of a stored recording, made from its bytes alone; equal to one that saw them arrive.
 * @throws {NotWebm} the object is no WebM recording
 * @throws {ObjectMissing}
 */
export async function buildIndex(storage: Storage, key: string): Promise<WebmIndex> {
  const indexer = new WebmIndexer();
  await catchUp(indexer, { storage, key });
  return indexer.index;
}

/**
 * An indexer that has seen every stored byte and takes what is appended next. A saved index is used as far as it goes;
 * one of another version, or of more bytes than are stored, is made anew.
 * @param saved an index as `JSON.parse` gives it, or undefined
 * @throws {NotWebm} the object is no WebM recording
 */
export async function resumeIndexer(
  place: { storage: Storage; key: string },
  saved?: unknown,
): Promise<WebmIndexer> {
  const sizeBytes = (await place.storage.size(place.key)) ?? 0;
  const indexer = restoreWithin(saved, sizeBytes) ?? new WebmIndexer();
  if (sizeBytes > 0) await catchUp(indexer, place);
  return indexer;
}

function restoreWithin(saved: unknown, sizeBytes: number): WebmIndexer | undefined {
  try {
    const indexer = WebmIndexer.restore(saved);
    return indexer.index.indexedBytes <= sizeBytes ? indexer : undefined;
  } catch {
    // A cache of the bytes: whatever is wrong with it, they say it again.
    return undefined;
  }
}

async function catchUp(
  indexer: WebmIndexer,
  { storage, key }: { storage: Storage; key: string },
): Promise<void> {
  const start = indexer.index.indexedBytes;
  const stream = await storage.read(key, { start, end: Number.MAX_SAFE_INTEGER });
  for await (const chunk of stream) {
    indexer.feed(chunk);
    if (indexer.index.stopped) break;
  }
}
