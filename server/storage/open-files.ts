// Files that pieces are appended to stay open from one piece to the next: opening, asking the size and
// closing cost more than the bytes of a piece.
import { fstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** Recordings at once that one server takes; those beyond are opened for each piece. */
const OPEN_MAX = 512;
/** Pieces come every second; a recording that is quiet for longer has ended or lost its network. */
const IDLE_MS = 15_000;

export interface OpenFile {
  handle: FileHandle;
  /** Bytes of it, all on stable storage. */
  sizeBytes: number;
}

interface Kept extends OpenFile {
  idle: NodeJS.Timeout;
}

/** Open files by path. Who works with one takes it out, so that nobody closes it meanwhile. */
export class OpenFiles {
  readonly #kept = new Map<string, Kept>();

  /** The size of a kept file without a way to the disk; undefined when it has to be asked for. */
  sizeOf(path: string): number | undefined {
    const kept = this.#kept.get(path);
    return kept && isUnchanged(kept) ? kept.sizeBytes : undefined;
  }

  /** Takes a file out; undefined when it is not open, or was changed or removed by somebody else. */
  async take(path: string): Promise<OpenFile | undefined> {
    const kept = this.#remove(path);
    if (!kept) return undefined;
    if (isUnchanged(kept)) return kept;
    await kept.handle.close();
    return undefined;
  }

  /** Keeps a file for the next piece; of too many the one used longest ago is closed. */
  async keep(path: string, file: OpenFile): Promise<void> {
    await this.close(path);
    const idle = setTimeout(() => this.#closeIdle(path), IDLE_MS).unref();
    this.#kept.set(path, { ...file, idle });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > OPEN_MAX && oldest !== undefined) await this.close(oldest);
  }

  async close(path: string): Promise<void> {
    await this.#remove(path)?.handle.close();
  }

  /** Closes every file at or below a path. */
  async closeBelow(path: string): Promise<void> {
    for (const kept of [...this.#kept.keys()]) {
      if (kept === path || kept.startsWith(`${path}/`)) await this.close(kept);
    }
  }

  #remove(path: string): Kept | undefined {
    const kept = this.#kept.get(path);
    if (!kept) return undefined;
    clearTimeout(kept.idle);
    this.#kept.delete(path);
    return kept;
  }

  #closeIdle(path: string): void {
    this.close(path).catch(() => 'what it held is on stable storage already');
  }
}

/** Answered from the system's memory in a microsecond; a turn in the thread pool takes fifty. */
function isUnchanged({ handle, sizeBytes }: OpenFile): boolean {
  const { size, nlink } = fstatSync(handle.fd);
  return nlink > 0 && size === sizeBytes;
}
