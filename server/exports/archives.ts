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

/** Files of all kept layouts, some 500 bytes each; a dropped one is read again. */
const FILES_KEPT = 60_000;
/** Each reads as a player of a recording does; more of them would only share the same line. */
const DOWNLOADS_AT_ONCE = 16;

export class Archives {
  readonly #storage: Storage;
  readonly #kept = new LRUCache<ExportId, Archive>({
    maxSize: FILES_KEPT,
    sizeCalculation: ({ files }) => files.length + 1,
  });
  #running = 0;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Null: it is deleted. */
  async open(id: ExportId, madeAt: Date): Promise<Archive | null> {
    const kept = this.#kept.get(id);
    if (kept) return kept;
    const files = await readPlan(this.#storage, id);
    if (!files) return null;
    const archive = { files, layout: zipLayout(files, madeAt) };
    this.#kept.set(id, archive);
    return archive;
  }

  hasRoom(): boolean {
    return this.#running < DOWNLOADS_AT_ONCE;
  }

  /** The same chunks, counted as a download from the first until the last, or until their reader leaves. */
  async *counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#running += 1;
    try {
      yield* chunks;
    } finally {
      this.#running -= 1;
    }
  }
}
