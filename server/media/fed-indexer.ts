// An indexer beside the stored bytes of its file: made anew from them, or brought up to date.
import { setImmediate } from 'node:timers/promises';
import type { Storage } from '#server/storage/storage.ts';
import { VideoIndexer } from './video-indexer.ts';

/** Fed at once: the slowest take 1 ms for so many, which other calls wait for. */
const TURN_BYTES = 64 * 1024;

/** An indexer with how much of its file it has been given. */
export interface FedIndexer {
  indexer: VideoIndexer;
  fedBytes: number;
}

/** One that has seen nothing. */
export function unfedIndexer(): FedIndexer {
  return { indexer: new VideoIndexer(), fedBytes: 0 };
}

/** Gives its memory back: it takes nothing more, and no bytes follow what it has seen. */
export function letGo(fed: FedIndexer): void {
  fed.indexer = new VideoIndexer();
  fed.fedBytes = Number.NaN;
}

/**
 * An indexer that has seen the bytes stored now and takes what is appended next: its index equals that of one that
 * saw them arrive.
 * @throws {NotVideo} the object is no recording
 */
export async function resumeIndexer(place: { storage: Storage; key: string }): Promise<FedIndexer> {
  const fed = unfedIndexer();
  await catchUp(fed, { ...place, end: (await place.storage.size(place.key)) ?? 0 });
  return fed;
}

/**
 * Gives an indexer what is stored from where it stands up to `end`.
 * @throws {NotVideo} the object is no recording
 */
export async function catchUp(
  fed: FedIndexer,
  { storage, key, end }: { storage: Storage; key: string; end: number },
): Promise<void> {
  if (end > fed.fedBytes && !fed.indexer.stopped) {
    for await (const chunk of await storage.read(key, { start: fed.fedBytes, end })) {
      for (let at = 0; at < chunk.length; at += TURN_BYTES) {
        fed.indexer.feed(chunk.subarray(at, at + TURN_BYTES));
        await setImmediate();
      }
      if (fed.indexer.stopped) break;
    }
  }
  fed.fedBytes = end;
}
