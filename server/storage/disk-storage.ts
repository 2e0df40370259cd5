// Storage on a local disk: one file an object under DATA_DIR/media; the file's size is the truth about an upload.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { sourceErrorOf, takeFrom } from './byte-source.ts';
import { isFull, isMissing, makeFolder, syncFolder, walkFiles } from './disk-folder.ts';
import { FileWriter, WriteFailed } from './file-writer.ts';
import { KeyQueue } from './key-queue.ts';
import { OpenFiles } from './open-files.ts';
import { readAhead } from './read-ahead.ts';
import { ObjectMissing, OffsetConflict, StorageFull } from './storage.errors.ts';
import type { AppendRequest, ByteRange, ByteSource, Storage, StoredObject } from './storage.ts';
import { parseKey } from './storage-key.ts';

// A leading dot is no legal first segment, so no key can reach or list what is being written here.
const TEMPORARY = '.tmp';
/** A deletion takes a folder away once; more than a few of them in a row do not happen. */
const MOVE_ATTEMPTS = 5;

// One range answer reads 1.8 GB/s in steps of 1 MiB and half of that in Node's own 64 KiB.
const READ_STEP_BYTES = 1024 * 1024;

/** A storage in one folder of a local file system, used by one process at a time. */
export class DiskStorage implements Storage {
  readonly #root: string;
  readonly #queue = new KeyQueue();
  readonly #open = new OpenFiles();

  private constructor(root: string) {
    this.#root = root;
  }

  /** Makes the folder when needed and removes what a killed process left half-written beside the objects. */
  static async open(root: string): Promise<DiskStorage> {
    await rm(join(root, TEMPORARY), { recursive: true, force: true });
    await makeFolder(join(root, TEMPORARY));
    return new DiskStorage(root);
  }

  async append(key: string, request: AppendRequest): Promise<number> {
    const path = this.#pathOf(key);
    return this.#queue.run(key, async (deleted) => {
      const kept = await this.#open.take(path);
      const sizeBytes = kept?.sizeBytes ?? (await this.#sizeOnDisk(path)) ?? 0;
      const writer = new FileWriter({
        handle: kept?.handle,
        open: () => openForAppend(path),
        position: sizeBytes,
        onBytes: request.onBytes,
      });
      try {
        if (request.offset !== sizeBytes) throw new OffsetConflict(key, request.offset, sizeBytes);
        const signal = request.signal ? AbortSignal.any([request.signal, deleted]) : deleted;
        const maxBytes = request.maxBytes ?? Number.POSITIVE_INFINITY;
        await finishAppend(key, writer, takeFrom(request.source, { signal, maxBytes }));
      } catch (error) {
        await writer.close();
        throw error;
      }
      const handle = writer.release();
      if (handle) await this.#open.keep(path, { handle, sizeBytes: writer.position });
      return writer.position;
    });
  }

  async put(key: string, content: Uint8Array | ByteSource): Promise<number> {
    const path = this.#pathOf(key);
    const temporary = join(this.#root, TEMPORARY, randomUUID());
    const writer = new FileWriter({ open: () => open(temporary, 'wx'), position: 0 });
    try {
      await writer.open();
      await writer.writeAll(content instanceof Uint8Array ? Readable.from([content]) : content);
      await writer.sync();
      await writer.close();
      await moveInto(temporary, path);
      await this.#open.close(path);
      return writer.position;
    } catch (error) {
      await writer.close();
      await rm(temporary, { force: true });
      if (error instanceof WriteFailed && isFull(error.cause)) throw new StorageFull(key, 0, error);
      throw error;
    }
  }

  async size(key: string): Promise<number | undefined> {
    const path = this.#pathOf(key);
    return this.#open.sizeOf(path) ?? (await this.#sizeOnDisk(path));
  }

  /** What is still in the operating system's memory is put on the disk first: a client drops what we say we have. */
  async #sizeOnDisk(path: string): Promise<number | undefined> {
    const handle = await openExisting(path);
    if (!handle) return undefined;
    try {
      const { size } = await handle.stat();
      await handle.datasync();
      return size;
    } finally {
      await handle.close();
    }
  }

  async read(key: string, { start, end }: ByteRange): Promise<Readable> {
    const handle = await openExisting(this.#pathOf(key));
    if (!handle) throw new ObjectMissing(key);
    const { size } = await handle.stat();
    const last = Math.min(end, size) - 1;
    if (last < start) {
      await handle.close();
      return Readable.from([]);
    }
    return handle.createReadStream({ start, end: last, highWaterMark: READ_STEP_BYTES });
  }

  async *chunks(key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    const handle = await openExisting(this.#pathOf(key));
    if (!handle) throw new ObjectMissing(key);
    try {
      yield* readAhead(handle, range);
    } finally {
      await handle.close();
    }
  }

  async readBytes(key: string, start: number, length: number): Promise<Uint8Array> {
    const handle = await openExisting(this.#pathOf(key));
    if (!handle) throw new ObjectMissing(key);
    try {
      const buffer = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, start + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    } finally {
      await handle.close();
    }
  }

  /** A file is one piece already. */
  async compact(key: string): Promise<void> {
    this.#pathOf(key);
  }

  async delete(key: string): Promise<void> {
    const path = this.#pathOf(key);
    await this.#queue.stop(key);
    await this.#open.close(path);
    try {
      await unlink(path);
      await syncFolder(dirname(path));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async deleteAll(prefix: string): Promise<void> {
    const path = this.#pathOf(prefix);
    await this.#queue.stop(prefix);
    await this.#open.closeBelow(path);
    try {
      await rm(path, { recursive: true });
      await syncFolder(dirname(path));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const folder = prefix === '' ? this.#root : this.#pathOf(prefix);
    for await (const name of walkFiles(folder)) {
      const key = prefix === '' ? name : [prefix, name].filter(Boolean).join('/');
      if (key.startsWith(`${TEMPORARY}/`)) continue;
      const sizeBytes = await this.size(key);
      if (sizeBytes !== undefined) yield { key, sizeBytes };
    }
  }

  #pathOf(key: string): string {
    return join(this.#root, ...parseKey(key));
  }
}

async function openExisting(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function openForAppend(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+');
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await makeFolder(dirname(path));
  const handle = await open(path, 'wx');
  await syncFolder(dirname(path));
  return handle;
}

/** Runs the writer to its end, puts what it wrote on the disk and names what ended it. */
async function finishAppend(key: string, writer: FileWriter, source: ByteSource): Promise<void> {
  try {
    await writeAndSync(writer, source);
  } catch (error) {
    throw appendErrorOf(key, writer.position, error);
  }
}

async function writeAndSync(writer: FileWriter, source: ByteSource): Promise<void> {
  try {
    await writer.writeAll(source);
  } finally {
    await writer.sync();
  }
}

function appendErrorOf(key: string, sizeBytes: number, error: unknown): unknown {
  if (error instanceof WriteFailed && isFull(error.cause)) {
    return new StorageFull(key, sizeBytes, error.cause);
  }
  return sourceErrorOf(key, sizeBytes, error);
}

/** Gives a file its place; a deletion of what is around it may take the folder away in between. */
async function moveInto(temporary: string, path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await makeFolder(dirname(path));
      await rename(temporary, path);
      break;
    } catch (error) {
      if (!isMissing(error) || attempt === MOVE_ATTEMPTS) throw error;
    }
  }
  await syncFolder(dirname(path)).catch((error: unknown) => {
    // Deleted again already.
    if (!isMissing(error)) throw error;
  });
}
