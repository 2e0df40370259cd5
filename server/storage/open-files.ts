// Keeps the files that pieces are appended to open between pieces: opening, asking the size and closing cost more than
// writing the bytes of a piece.
import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { isUnder } from './storage.ts';

/** Recordings that one server takes at the same time; more files are opened for each piece. */
const OPEN_MAX = 512;
/** Pieces come every second; a longer pause means that the recording or its network ended. */
const IDLE_MS = 15_000;

export interface OpenFile {
  handle: FileHandle;
  /** All on stable storage. */
  sizeBytes: number;
}

/** Open files by path. The user of a file takes it out, so that it is not closed meanwhile. */
export class OpenFiles {
  readonly #kept = new LRUCache<string, OpenFile>({
    max: OPEN_MAX,
    ttl: IDLE_MS,
    ttlAutopurge: true,
    dispose: ({ handle }, _path, reason) => {
      // What is deleted was taken out by its user.
      if (reason !== 'delete') handle.close().catch(() => 'its bytes are on stable storage');
    },
  });

  /** The size of a kept file, read without the thread pool; undefined when it is not kept or has changed. */
  sizeOf(path: string): number | undefined {
    const kept = this.#kept.get(path);
    return kept && isUnchanged(kept) ? kept.sizeBytes : undefined;
  }

  /** Takes a file out; undefined when it is not kept, or another process changed or removed it. */
  async take(path: string): Promise<OpenFile | undefined> {
    const kept = this.#kept.get(path);
    this.#kept.delete(path);
    if (!kept || isUnchanged(kept)) return kept;
    await kept.handle.close();
    return undefined;
  }

  /** Keeps a file for the next piece. */
  keep(path: string, file: OpenFile): void {
    this.#kept.set(path, file);
  }

  async close(path: string): Promise<void> {
    const kept = this.#kept.get(path);
    this.#kept.delete(path);
    await kept?.handle.close();
  }

  /** Closes every file at or below a path. */
  async closeBelow(path: string): Promise<void> {
    for (const kept of [...this.#kept.keys()]) {
      if (isUnder(kept, path)) await this.close(kept);
    }
  }
}

/** `fstat` of an open file takes a microsecond; a call through the thread pool takes fifty. */
function isUnchanged({ handle, sizeBytes }: OpenFile): boolean {
  const { size, nlink } = fstatSync(handle.fd);
  return nlink > 0 && size === sizeBytes;
}
