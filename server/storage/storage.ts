// The storage of media bytes: the one interface between what arrives or is watched and the disk or bucket below.
import type { Readable } from 'node:stream';

/** Bytes as they come: an HTTP body, a stored stream, a list of buffers. Chunks must not be reused by their producer. */
export type ByteSource = AsyncIterable<Uint8Array>;

/** One append: where it starts, what is added, and who wants to see the bytes that were stored. */
export type AppendRequest = {
  /** Byte at which the source begins; must be the object's size. */
  offset: number;
  source: ByteSource;
  /** Stops waiting for the source; what arrived until then stays. */
  signal?: AbortSignal;
  /** Most bytes to take from the source. */
  maxBytes?: number;
  /**
   * Called in order with every run of bytes once it is in the object and the storage has no more use for it. The
   * next run waits for what it answers. Throwing ends the append with that error.
   */
  onBytes?: (bytes: Uint8Array) => void | Promise<void>;
};

/** A half-open range of bytes: `start` is read, `end` is not. */
export type ByteRange = { start: number; end: number };

export type StoredObject = { key: string; sizeBytes: number };

/**
 * Objects under keys as `parseKey` of `storage-key.ts` allows them. A key is never the folder of another key.
 * Every implementation passes `describeStorage` of `storage.conformance.ts`.
 */
export interface Storage {
  /**
   * Adds a source's bytes to an object (made by its first byte) and resolves with the new size when they are on
   * stable storage. Appends to one key run one after another.
   * @throws {OffsetConflict} the offset is not the object's size; nothing was read or written
   * @throws {AppendInterrupted} the source broke, the signal fired or the object was deleted; `sizeBytes` is kept
   * @throws {AppendTooLarge} the source has more than `maxBytes`; the first `maxBytes` are kept
   * @throws {StorageFull} no space left; `sizeBytes` is kept
   */
  append(key: string, request: AppendRequest): Promise<number>;
  /**
   * Replaces a whole object and resolves with its size; readers see the old bytes or the new ones, never a mixture.
   * @throws {StorageFull} no space left; the old object stays
   */
  put(key: string, content: Uint8Array | ByteSource): Promise<number>;
  /** The number of bytes on stable storage, or undefined when there is no such object. */
  size(key: string): Promise<number | undefined>;
  /**
   * A stream of the range's bytes, cut at the end of the object; its chunks belong to the reader.
   * @throws {ObjectMissing}
   */
  read(key: string, range: ByteRange): Promise<Readable>;
  /**
   * The same bytes for a reader that is done with each chunk before it asks for the next: its memory is used again.
   * @throws {ObjectMissing} with the first chunk
   */
  chunks(key: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /**
   * Up to `length` bytes from `start`, fewer at the end of the object.
   * @throws {ObjectMissing}
   */
  readBytes(key: string, start: number, length: number): Promise<Uint8Array>;
  /**
   * Makes an object that was appended in many pieces quick to read. Its bytes stay, readers notice nothing, appends
   * to it wait; no error when it doesn't exist. Killed half-way it can be called again.
   */
  compact(key: string): Promise<void>;
  /** Removes an object and ends a running append to it; no error when it doesn't exist. */
  delete(key: string): Promise<void>;
  /** Removes the object `prefix` and every object below `prefix/`; never the whole storage. */
  deleteAll(prefix: string): Promise<void>;
  /** Every object that is `prefix` or below `prefix/`, in no certain order; all of them for the empty prefix. */
  list(prefix: string): AsyncIterable<StoredObject>;
}
