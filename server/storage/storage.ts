// The storage of media bytes: the interface, its keys, and the errors that callers handle.
import type { Readable } from 'node:stream';

/** Bytes as they arrive: an HTTP body, a stored stream, a list of buffers. The producer must not reuse a chunk. */
export type ByteSource = AsyncIterable<Uint8Array>;

/** One append: its offset, its bytes, and a listener for the bytes that were stored. */
export type AppendRequest = {
  /** Byte at which the source begins. Must equal the object's size. */
  offset: number;
  source: ByteSource;
  /** Stops waiting for the source. The bytes that arrived before stay stored. */
  signal?: AbortSignal;
  /** Most bytes to read from the source. */
  maxBytes?: number;
  /**
   * Called in order with each run of bytes once it is in the object and the storage no longer uses it. The next run
   * waits for its promise. An error that it throws ends the append.
   */
  onBytes?: (bytes: Uint8Array) => void | Promise<void>;
};

/** A half-open range of bytes: `start` is included, `end` is not. */
export type ByteRange = { start: number; end: number };

export type StoredObject = { key: string; sizeBytes: number };

/**
 * Objects under keys that `parseKey` accepts. A key is never the folder of another key.
 * Every implementation passes `describeStorage` of `storage.conformance.ts`.
 */
export interface Storage {
  /**
   * Adds a source's bytes to an object, which its first byte creates, and resolves with the new size when they are on
   * stable storage. Appends to one key run one after another.
   * @throws {OffsetConflict} the offset is not the object's size; nothing was read or written
   * @throws {AppendInterrupted} the source broke, the signal fired or the object was deleted; `sizeBytes` stay stored
   * @throws {AppendTooLarge} the source has more than `maxBytes`; the first `maxBytes` stay stored
   * @throws {StorageFull} no space left; `sizeBytes` stay stored
   */
  append(key: string, request: AppendRequest): Promise<number>;
  /**
   * Replaces a whole object and resolves with its size. Readers see the old bytes or the new ones, never a mixture.
   * @throws {StorageFull} no space left; the old object remains
   */
  put(key: string, content: Uint8Array | ByteSource): Promise<number>;
  /** Returns the number of bytes on stable storage, or undefined if the object does not exist. */
  size(key: string): Promise<number | undefined>;
  /**
   * Returns a stream of the range's bytes, cut at the end of the object. The reader may store its chunks.
   * @throws {ObjectMissing}
   */
  read(key: string, range: ByteRange): Promise<Readable>;
  /**
   * Yields the range's bytes in reused memory: a chunk is valid until the reader requests the next.
   * @throws {ObjectMissing} with the first chunk
   */
  chunks(key: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /**
   * Returns up to `length` bytes from `start`, fewer at the end of the object.
   * @throws {ObjectMissing}
   */
  readBytes(key: string, start: number, length: number): Promise<Uint8Array>;
  /**
   * Joins the pieces of an object that was appended in many, without a change for readers. Appends to it wait. Throws
   * no error if it doesn't exist. Can be repeated after a crash.
   */
  compact(key: string): Promise<void>;
  /** Deletes an object and ends a running append. Throws no error if it doesn't exist. */
  delete(key: string): Promise<void>;
  /** Deletes the object under each prefix and all below `prefix/`, many at a time, but never the whole storage. */
  deleteAll(...prefixes: string[]): Promise<void>;
  /** Lists every object that is `prefix` or below `prefix/`, in any order. The empty prefix means all objects. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Lists names directly below a folder, in any order, some twice. Memory use does not grow with their number. */
  names(folder: string): AsyncIterable<string>;
}

/** An append or put that was not completed. */
class Incomplete extends Error {
  /** Bytes of the object on stable storage. */
  readonly sizeBytes: number;
  constructor(message: string, sizeBytes: number, cause?: unknown) {
    super(message, { cause });
    this.sizeBytes = sizeBytes;
  }
}

/** The append doesn't begin at the end of the object. */
export class OffsetConflict extends Incomplete {
  override readonly name = 'OffsetConflict';
  constructor(key: string, offset: number, sizeBytes: number) {
    super(`${key} has ${sizeBytes} bytes; an append at ${offset} doesn't fit`, sizeBytes);
  }
}

/** The source ended before it was complete. */
export class AppendInterrupted extends Incomplete {
  override readonly name = 'AppendInterrupted';
  constructor(key: string, sizeBytes: number, cause: unknown) {
    super(`the source of ${key} broke; ${sizeBytes} bytes are stored`, sizeBytes, cause);
  }
}

/** The source has more bytes than the append may take. */
export class AppendTooLarge extends Incomplete {
  override readonly name = 'AppendTooLarge';
  constructor(key: string, sizeBytes: number) {
    super(`the source of ${key} is too long; ${sizeBytes} bytes are stored`, sizeBytes);
  }
}

/** The disk or the quota is full. */
export class StorageFull extends Incomplete {
  override readonly name = 'StorageFull';
  constructor(key: string, sizeBytes: number, cause: unknown) {
    super(`no space left for ${key}; ${sizeBytes} bytes are stored`, sizeBytes, cause);
  }
}

/** The object was never stored, or is deleted. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
  constructor(key: string) {
    super(`there is no object ${key}`);
  }
}

/** A programming error: keys consist of ids, never of text that people type. */
export class InvalidKey extends Error {
  override readonly name = 'InvalidKey';
  constructor(key: string) {
    super(`not a storage key: ${JSON.stringify(key)}`);
  }
}

const KEY = /^[a-z0-9-]+(\/[a-zA-Z0-9._-]+)*$/;
// The longest key that S3 accepts; file systems allow longer paths.
const MAX_KEY_LENGTH = 1024;
// The longest file name of ext4, XFS, APFS and NTFS.
const MAX_SEGMENT_LENGTH = 255;

/**
 * Splits a key into its segments, e.g. `recordings/0190…/video.webm`.
 * @throws {InvalidKey} for a key that could leave the root or collide with temporary names
 */
export function parseKey(key: string): string[] {
  if (!isKey(key)) throw new InvalidKey(key);
  return key.split('/');
}

/** Returns whether `parseKey` accepts a name. */
export function isKey(name: string): boolean {
  return KEY.test(name) && name.length <= MAX_KEY_LENGTH && name.split('/').every(isPlainSegment);
}

function isPlainSegment(segment: string): boolean {
  return segment !== '.' && segment !== '..' && segment.length <= MAX_SEGMENT_LENGTH;
}

/** Returns whether a key is the prefix itself or below it. Every key is below the empty prefix. */
export function isUnder(key: string, prefix: string): boolean {
  return prefix === '' || key === prefix || key.startsWith(`${prefix}/`);
}
