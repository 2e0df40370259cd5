// Writes a source's bytes into a file while it reads the source, and counts the bytes that are in the file.
import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from './storage.ts';

// Keeps the disk busy, and 200 recordings at the same time under 400 MB.
const BACKLOG_BYTES = 1024 * 1024;

/** Bytes of one write: a piece of a second (300 kB) is one write instead of one for each chunk of 64 kB. */
const HELD_BYTES = 512 * 1024;
/** Fewer bytes, from a slow connection, are written after this time. */
const HELD_MS = 20;

export type FileWriterOptions = {
  /** The file, when it is already open. */
  handle?: FileHandle | undefined;
  /** Opens the file; called with the first byte. */
  open: () => Promise<FileHandle>;
  /** Position of the first byte. */
  position: number;
  onBytes?: ((bytes: Uint8Array) => void | Promise<void>) | undefined;
};

/** The file refused a write; the cause says why. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed';
}

/**
 * Writes one source into one file. `position` is the end of the written bytes at any time, also after an error; they
 * are on stable storage after `sync`.
 */
export class FileWriter {
  readonly #options: FileWriterOptions;
  #handle: FileHandle | undefined;
  #backlog: Uint8Array[] = [];
  #backlogBytes = 0;
  #held: NodeJS.Timeout | undefined;
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

  /** Takes the whole source; an error of the source is thrown after everything before it is written. */
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
      clearTimeout(this.#held);
    }
    if (this.#failure) throw this.#failure.error;
  }

  /**
   * Puts the written bytes on stable storage. When the disk refuses, cuts the file to where the source began: after a
   * failed fdatasync it is unknown which of the later bytes are there.
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

  /** Hands the open file over instead of closing it. */
  release(): FileHandle | undefined {
    const handle = this.#handle;
    this.#handle = undefined;
    return handle;
  }

  #push(chunk: Uint8Array): void {
    this.#backlog.push(chunk);
    this.#backlogBytes += chunk.length;
    if (this.#backlogBytes >= HELD_BYTES) this.#draining ??= this.#drain(HELD_BYTES);
    else this.#hold();
  }

  #hold(): void {
    this.#held ??= setTimeout(() => {
      this.#held = undefined;
      if (this.#backlogBytes > 0) this.#draining ??= this.#drain(1);
    }, HELD_MS);
  }

  /**
   * Writes the backlog while it has at least so many bytes; call it only when it has, or `#draining` stays set. After a
   * failed write nothing more is written: later bytes must not take the place of the refused ones.
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
      if (this.#backlogBytes > 0 && !this.#failure) this.#hold();
    }
  }

  async #writeBatch(batch: Uint8Array[]): Promise<void> {
    let rest = batch;
    while (rest.length > 0) {
      const written = await this.#writeSome(rest);
      this.position += written;
      rest = await this.#report(rest, written);
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

  /** Passes the written bytes to the listener; returns the rest of a short write. */
  async #report(buffers: Uint8Array[], written: number): Promise<Uint8Array[]> {
    let left = written;
    for (const [index, buffer] of buffers.entries()) {
      if (buffer.length > left) {
        if (left > 0) await this.#options.onBytes?.(buffer.subarray(0, left));
        return [buffer.subarray(left), ...buffers.slice(index + 1)];
      }
      await this.#options.onBytes?.(buffer);
      left -= buffer.length;
    }
    return [];
  }
}
