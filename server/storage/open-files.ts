// Caches open files between the pieces that are appended to them, because opening, reading the size and closing cost
// more than writing the bytes of a piece.
import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { isUnder } from './storage.ts';

/** Number of recordings that one server receives at the same time. Further files are opened for each piece. */
const OPEN_MAX = 512;
/** Pieces arrive every second, so a longer pause means that the recording or its network ended. */
const IDLE_MS = 15_000;

export interface OpenFile {
  handle: FileHandle;
  /** Bytes of the file, all on stable storage. */
  sizeBytes: number;
}

/** Open files by path. A user of a file takes it out of the cache, so that it is not closed meanwhile. */
export class OpenFiles {
  readonly #cache = new LRUCache<string, OpenFile>({
    max: OPEN_MAX,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    dispose: ({ handle }, _path, reason) => {
      // Deleted entries were taken out by the file's user.
      if (reason !== 'delete') handle.close().catch(() => 'its bytes are on stable storage');
    },
  });

  /** Returns the size of a cached file without the thread pool, or undefined if it is not cached or has changed. */
  sizeOf(path: string): number | undefined {
    const file = this.#cache.get(path);
    return file && isUnchanged(file) ? file.sizeBytes : undefined;
  }

  /** Takes a file out of the cache. Returns undefined if it is not cached, or another process changed or removed it. */
  async take(path: string): Promise<OpenFile | undefined> {
    const file = this.#cache.get(path);
    this.#cache.delete(path);
    if (!file || isUnchanged(file)) return file;
    await file.handle.close();
    return undefined;
  }

  /** Caches a file for the next piece. */
  store(path: string, file: OpenFile): void {
    this.#cache.set(path, file);
  }

  async close(path: string): Promise<void> {
    const file = this.#cache.get(path);
    this.#cache.delete(path);
    await file?.handle.close();
  }

  /** Closes every file at or below a path. */
  async closeBelow(path: string): Promise<void> {
    for (const openPath of [...this.#cache.keys()]) {
      if (isUnder(openPath, path)) await this.close(openPath);
    }
  }
}

/** Compares by `fstat` of the open file, which takes a microsecond; a call through the thread pool takes fifty. */
function isUnchanged({ handle, sizeBytes }: OpenFile): boolean {
  const { size, nlink } = fstatSync(handle.fd);
  return nlink > 0 && size === sizeBytes;
}
