// Archives that are downloaded: their layouts, so that each range of one finds its place at once; and how many
// downloads run on this server.
import { LRUCache } from 'lru-cache';
import type { ExportId } from '#contract/ids.ts';
import { type ZipLayout, zipLayout } from '#server/platform/zip/zip-layout.ts';
import type { Storage } from '#server/storage/storage.ts';
import { type PlannedFile, readPlan } from './plan.ts';

export interface Archive {
  files: readonly PlannedFile[];
  layout: ZipLayout;
}

/** Maximum number of cached files of all layouts, some 500 bytes each; an evicted one is read again. */
const FILES_KEPT = 60_000;
/** Each reads as a player of a recording does; more of them would only share the same line. */
const DOWNLOADS_AT_ONCE = 16;

export class Archives {
  readonly #storage: Storage;
  readonly #cache = new LRUCache<ExportId, Archive>({
    maxSize: FILES_KEPT,
    sizeCalculation: ({ files }) => files.length + 1,
  });
  #running = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Returns null if the export is deleted. */
  async open(id: ExportId, createdAt: Date): Promise<Archive | null> {
    const cached = this.#cache.get(id);
    if (cached) return cached;
    const files = await readPlan(this.#storage, id);
    if (!files) return null;
    const archive = { files, layout: zipLayout(files, createdAt) };
    this.#cache.set(id, archive);
    return archive;
  }

  hasRoom(): boolean {
    return this.#running < DOWNLOADS_AT_ONCE;
  }

  /** Passes chunks on, counted as a download from the first until the last, or until their reader leaves. */
  async *counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#running += 1;
    try {
      yield* chunks;
    } finally {
      this.#running -= 1;
    }
  }
}
