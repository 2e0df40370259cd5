// Writes a source's bytes into a file while it reads the source, and counts the bytes that are in the file.
import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from './storage.ts';

// Enough bytes to use the disk fully, and less than 400 MB for 200 recordings at the same time.
const BACKLOG_BYTES = 1024 * 1024;

/** Bytes of one write. A piece of one second (300 kB) is one write instead of one for each chunk of 64 kB. */
const WRITE_BYTES = 512 * 1024;
/** Milliseconds after which fewer bytes, from a slow connection, are written. */
const WRITE_DELAY_MS = 20;

export type FileWriterOptions = {
  /** The file, if it is already open. */
  handle?: FileHandle | undefined;
  /** Opens the file. Called with the first byte. */
  open: () => Promise<FileHandle>;
  /** Position of the first byte. */
  position: number;
  onBytes?: ((bytes: Uint8Array) => void | Promise<void>) | undefined;
};

/** A write to the file failed. The cause is the reason. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed';
}

/** Writes one source into one file, up to `position`, also after an error. `sync` makes these bytes durable. */
export class FileWriter {
  readonly #options: FileWriterOptions;
  #handle: FileHandle | undefined;
  #backlog: Uint8Array[] = [];
  #backlogBytes = 0;
  #writeTimer: NodeJS.Timeout | undefined;
  #draining: Promise<void> | undefined;
  #failure: { error: unknown } | undefined;
  position: number;

  constructor(options: FileWriterOptions) {
    this.#options = options;
    this.#handle = options.handle;
    this.position = options.position;
  }

  /** Opens the file now, so that it exists even if the source has no bytes. */
  async open(): Promise<void> {
    this.#handle ??= await this.#options.open();
  }

  /** Writes the whole source. An error of the source is thrown after everything before it is written. */
  async writeAll(source: ByteSource): Promise<void> {
    try {
      for await (const chunk of source) {
        this.#push(chunk);
        if (this.#backlogBytes >= BACKLOG_BYTES) await this.#draining;
        if (this.#failure) break;
      }
    } finally {
      await this.#draining;
      await this.#drain(1);
      clearTimeout(this.#writeTimer);
    }
    if (this.#failure) throw this.#failure.error;
  }

  /**
   * Writes the file's bytes to stable storage. If that fails, truncates the file to where the source began, because
   * after a failed fdatasync it is unknown which of the later bytes are stored.
   */
  async sync(): Promise<void> {
    try {
      await this.#handle?.datasync();
    } catch (error) {
      this.position = this.#options.position;
      await this.#handle?.truncate(this.position);
      throw new WriteFailed('datasync', { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.release()?.close();
  }

  /** Returns the open file to the caller instead of closing it. */
  release(): FileHandle | undefined {
    const handle = this.#handle;
    this.#handle = undefined;
    return handle;
  }

  #push(chunk: Uint8Array): void {
    this.#backlog.push(chunk);
    this.#backlogBytes += chunk.length;
    if (this.#backlogBytes >= WRITE_BYTES) this.#draining ??= this.#drain(WRITE_BYTES);
    else this.#scheduleWrite();
  }

  #scheduleWrite(): void {
    this.#writeTimer ??= setTimeout(() => {
      this.#writeTimer = undefined;
      if (this.#backlogBytes > 0) this.#draining ??= this.#drain(1);
    }, WRITE_DELAY_MS);
  }

  /**
   * Writes the backlog while it has at least so many bytes. Call it only if it has, because otherwise `#draining` stays
   * set. After a failed write nothing more is written, so that later bytes do not take the place of the failed ones.
   */
  async #drain(leastBytes: number): Promise<void> {
    try {
      while (this.#backlogBytes >= leastBytes && !this.#failure) {
        const batch = this.#backlog;
        this.#backlog = [];
        this.#backlogBytes = 0;
        await this.#writeBatch(batch);
      }
    } catch (error) {
      this.#failure = { error };
    } finally {
      this.#draining = undefined;
      if (this.#backlogBytes > 0 && !this.#failure) this.#scheduleWrite();
    }
  }

  async #writeBatch(batch: Uint8Array[]): Promise<void> {
    let rest = batch;
    while (rest.length > 0) {
      const writtenBytes = await this.#writeSome(rest);
      this.position += writtenBytes;
      rest = await this.#report(rest, writtenBytes);
    }
  }

  async #writeSome(buffers: Uint8Array[]): Promise<number> {
    try {
      this.#handle ??= await this.#options.open();
      const { bytesWritten } = await this.#handle.writev(buffers, this.position);
      return bytesWritten;
    } catch (error) {
      throw new WriteFailed('write', { cause: error });
    }
  }

  /** Passes the written bytes to the listener, and returns the rest of a short write. */
  async #report(buffers: Uint8Array[], writtenBytes: number): Promise<Uint8Array[]> {
    let remainingBytes = writtenBytes;
    for (const [index, buffer] of buffers.entries()) {
      if (buffer.length > remainingBytes) {
        if (remainingBytes > 0) await this.#options.onBytes?.(buffer.subarray(0, remainingBytes));
        return [buffer.subarray(remainingBytes), ...buffers.slice(index + 1)];
      }
      await this.#options.onBytes?.(buffer);
      remainingBytes -= buffer.length;
    }
    return [];
  }
}
