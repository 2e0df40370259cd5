// Storage on a local disk: one file per object under DATA_DIR/media. The size of an upload is the size of its file.
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { readSource, toAppendError } from './byte-source.ts';
import { isFull, isMissing, makeFolder, namesIn, syncFolder, walkFiles } from './disk-folder.ts';
import { FileWriter, WriteFailed } from './file-writer.ts';
import { KeyQueue } from './key-queue.ts';
import { OpenFiles } from './open-files.ts';
import {
  type AppendRequest,
  type ByteRange,
  type ByteSource,
  isUnder,
  ObjectMissing,
  OffsetConflict,
  parseKey,
  type Storage,
  StorageFull,
  type StoredObject,
} from './storage.ts';

// Keys can't begin with a dot, so none can address or list unfinished files.
const TEMPORARY = '.tmp';
/** A deletion removes a folder once, so more than a few retries in a row do not happen. */
const MOVE_ATTEMPTS = 5;
// A range answer reads 1.8 GB/s in steps of 1 MiB, and half of that in Node's default of 64 KiB.
const READ_STEP_BYTES = 1024 * 1024;

/** Number of folders that a deletion removes at the same time. Node's pool has 4 threads for files. */
const REMOVALS_AT_ONCE = 4;
/** Pauses of 0.1 s more each time (Node's `rm`): 1.5 s in all. */
const REMOVAL_RETRIES = 5;

/** A storage in one folder of a local file system, used by one process at a time. */
export class DiskStorage implements Storage {
  readonly #root: string;
  readonly #queue = new KeyQueue();
  readonly #open = new OpenFiles();
  readonly #ahead = new ReadAhead();

  private constructor(root: string) {
    this.#root = root;
  }

  /** Opens the storage: creates the folder if needed, and removes unfinished files of a killed process. */
  static async open(root: string): Promise<DiskStorage> {
    await rm(join(root, TEMPORARY), { recursive: true, force: true });
    await makeFolder(join(root, TEMPORARY));
    return new DiskStorage(root);
  }

  async append(key: string, request: AppendRequest): Promise<number> {
    const path = this.#pathOf(key);
    return this.#queue.run(key, async (deleted) => {
      const openFile = await this.#open.take(path);
      const sizeBytes = openFile?.sizeBytes ?? (await sizeOnDisk(path)) ?? 0;
      const writer = new FileWriter({
        handle: openFile?.handle,
        open: () => openForAppend(path),
        position: sizeBytes,
        onBytes: request.onBytes,
      });
      try {
        if (request.offset !== sizeBytes) throw new OffsetConflict(key, request.offset, sizeBytes);
        await writeAndSync(writer, readSource(request, deleted));
      } catch (error) {
        await writer.close();
        throw toStorageError(key, writer.position, toAppendError(key, writer.position, error));
      }
      const handle = writer.release();
      if (handle) this.#open.store(path, { handle, sizeBytes: writer.position });
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
      throw toStorageError(key, 0, error);
    }
  }

  async size(key: string): Promise<number | undefined> {
    const path = this.#pathOf(key);
    return this.#open.sizeOf(path) ?? (await sizeOnDisk(path));
  }

  async read(key: string, { start, end }: ByteRange): Promise<Readable> {
    const handle = await this.#openToRead(key);
    const { size } = await handle.stat();
    const last = Math.min(end, size) - 1;
    if (last < start) {
      await handle.close();
      return Readable.from([]);
    }
    return handle.createReadStream({ start, end: last, highWaterMark: READ_STEP_BYTES });
  }

  async *chunks(key: string, range: ByteRange): AsyncGenerator<Uint8Array> {
    await using handle = await this.#openToRead(key);
    yield* this.#ahead.read(handle, range);
  }

  async readBytes(key: string, start: number, length: number): Promise<Uint8Array> {
    await using handle = await this.#openToRead(key);
    const buffer = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await handle.read(buffer, filled, length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  /** Does nothing, because a file is always one piece. */
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
      ignoreMissing(error);
    }
  }

  async deleteAll(...prefixes: string[]): Promise<void> {
    const paths = prefixes.map((prefix) => this.#pathOf(prefix));
    const folders = new Set(paths.map(dirname));
    await Promise.all(prefixes.map((prefix) => this.#queue.stop(prefix)));
    for (const path of paths) await this.#open.closeBelow(path);
    // A file that arrives meanwhile makes the removal of its folder fail, so it is tried again.
    const remove = (path: string) =>
      rm(path, { recursive: true, maxRetries: REMOVAL_RETRIES }).catch(ignoreMissing);
    await Readable.from(paths).forEach(remove, { concurrency: REMOVALS_AT_ONCE });
    for (const folder of folders) await syncFolder(folder).catch(ignoreMissing);
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const folder = prefix === '' ? this.#root : this.#pathOf(prefix);
    for await (const name of walkFiles(folder)) {
      const key = prefix === '' ? name : [prefix, name].filter(Boolean).join('/');
      if (isUnder(key, TEMPORARY)) continue;
      const sizeBytes = await this.size(key);
      if (sizeBytes !== undefined) yield { key, sizeBytes };
    }
  }

  async *names(folder: string): AsyncGenerator<string> {
    yield* namesIn(this.#pathOf(folder));
  }

  #pathOf(key: string): string {
    return join(this.#root, ...parseKey(key));
  }

  /** @throws {ObjectMissing} */
  async #openToRead(key: string): Promise<FileHandle> {
    const handle = await openExisting(this.#pathOf(key));
    if (!handle) throw new ObjectMissing(key);
    return handle;
  }
}

async function openExisting(path: string, flags = 'r'): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags);
  } catch (error) {
    ignoreMissing(error);
    return undefined;
  }
}

/** Returns the size of a file after syncing it, because a client drops the bytes that are reported as stored. */
async function sizeOnDisk(path: string): Promise<number | undefined> {
  await using handle = await openExisting(path);
  await handle?.datasync();
  return (await handle?.stat())?.size;
}

async function openForAppend(path: string): Promise<FileHandle> {
  const existing = await openExisting(path, 'r+');
  if (existing) return existing;
  await makeFolder(dirname(path));
  const handle = await open(path, 'wx');
  await syncFolder(dirname(path));
  return handle;
}

async function writeAndSync(writer: FileWriter, source: ByteSource): Promise<void> {
  try {
    await writer.writeAll(source);
  } finally {
    await writer.sync();
  }
}

function toStorageError(key: string, sizeBytes: number, error: unknown): unknown {
  const isOfDisk = error instanceof WriteFailed && isFull(error.cause);
  return isOfDisk ? new StorageFull(key, sizeBytes, error.cause) : error;
}

/** Renames a finished file into its folder, which a concurrent deletion may remove. */
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
  // The folder is missing if it has been deleted again.
  await syncFolder(dirname(path)).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

// Reads a range of a file with two buffers in turn: one is filled while the other is sent. Allocating memory for each
// chunk would cost more than moving it from the disk's cache to the network.

/** A chunk that fits into a core's cache. Smaller chunks need more calls in the thread pool. */
const CHUNK_BYTES = 512 * 1024;
/** Number of free buffers in reserve: those of 50 ranges, 50 MB. */
const FREE_MAX = 100;

/** Reads ranges, and reuses the buffers of those that ended. */
class ReadAhead {
  readonly #free: Buffer[] = [];

  /** Yields the bytes from `start` to `end` or the file's end. A chunk is valid until the next is requested. */
  async *read(handle: FileHandle, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    let [current, ahead] = [this.#take(), this.#take()];
    const fill = (buffer: Buffer, at: number) =>
      handle.read(buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
    let reading = start < end ? fill(current, start) : null;
    try {
      for (let at = start; reading !== null; ) {
        const { bytesRead } = await reading;
        at += bytesRead;
        reading = bytesRead > 0 && at < end ? fill(ahead, at) : null;
        if (bytesRead > 0) yield current.subarray(0, bytesRead);
        [current, ahead] = [ahead, current];
      }
    } finally {
      // If the reader left early, a read is still running; its buffer is free when it ends.
      await reading?.catch(() => 'no reader waits for it');
      const spare = FREE_MAX - this.#free.length;
      this.#free.push(...[current, ahead].slice(0, spare));
    }
  }

  #take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  }
}
