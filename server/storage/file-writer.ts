// Moves a source's bytes into an open file: writes while it reads, and keeps count of what is really in the file.
import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from './storage.ts';

// Enough to keep the disk busy, little enough that 200 recordings at once stay under 400 MB.
const BACKLOG_BYTES = 1024 * 1024;

/**
 * A piece of a second (300 kB) is one write: one for each chunk of its connection (64 kB) costs more than
 * its bytes. What is longer is written in steps of this, what comes slowly as it comes.
 */
const HELD_BYTES = 512 * 1024;
/** The bytes of a slow line are not kept from the disk for longer than this. */
const HELD_MS = 20;

export type FileWriterOptions = {
  /** The file, when it is open already. */
  handle?: FileHandle | undefined;
  /** Opens the file; called when the first byte is there. */
  open: () => Promise<FileHandle>;
  /** Position of the first byte. */
  position: number;
  onBytes?: ((bytes: Uint8Array) => void | Promise<void>) | undefined;
};

/** The error of a write, apart from an error of the source or of a listener. */
export class WriteFailed extends Error {
  override readonly name = 'WriteFailed';
}

/**
 * Writes one source into one file. `position` says at any time where the written bytes end, also after an error;
 * they are on stable storage after `sync`.
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

  /** Takes the whole source; an error of the source is thrown after what came before it is written. */
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
   * Puts what was written on stable storage. When the disk refuses, the file is cut to where the source began: after
   * a failed fdatasync nobody can say which of the later bytes are there.
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

  /** Gives the open file away instead of closing it. */
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
   * Writes what waits, as long as it is so much; called when it is, or `#draining` would stay. Nothing that follows
   * bytes which could not be written may take their place.
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

  /** Tells the listener of the written bytes; returns what a short write left over. */
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
