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
  await catchUp(indexer, { storage, key, end: Number.MAX_SAFE_INTEGER });
  return indexer.index;
}

/**
 * An indexer that has seen the bytes stored now (`fedBytes` of them) and takes what is appended next. A saved index is used as far as it goes;
 * one of another version, or of more bytes than are stored, is made anew.
 * @param saved an index as `JSON.parse` gives it, or undefined
 * @throws {NotWebm} the object is no WebM recording
 */
export async function resumeIndexer(
  place: { storage: Storage; key: string },
  saved?: unknown,
): Promise<FedIndexer> {
  const fedBytes = (await place.storage.size(place.key)) ?? 0;
  const indexer = restoreWithin(saved, fedBytes) ?? new WebmIndexer();
  if (fedBytes > 0) await catchUp(indexer, { ...place, end: fedBytes });
  return { indexer, fedBytes };
}

/** An indexer with how much of its file it has been given. */
export interface FedIndexer {
  indexer: WebmIndexer;
  fedBytes: number;
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
  { storage, key, end }: { storage: Storage; key: string; end: number },
): Promise<void> {
  const start = indexer.index.indexedBytes;
  const stream = await storage.read(key, { start, end });
  for await (const chunk of stream) {
    indexer.feed(chunk);
    if (indexer.index.stopped) break;
  }
}
