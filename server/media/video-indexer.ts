// Indexers of stored videos. They are fed as pieces arrive, or from storage, in turns of the event loop.
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Storage } from '#server/storage/storage.ts';
import { createIndexer, resumeIndexer, type VideoIndex } from './video-container.ts';

// Measured size of an indexer before its first byte.
const EMPTY_BYTES = 4096;

/** Recorded media is compressed, so no other file contains the same 64 bytes. */
export const MARK_BYTES = 64;

/** Bytes of a file that distinguish it from another one. */
export interface Mark {
  at: number;
  bytes: Buffer;
}

/** Indexes a video of any container. */
export class VideoIndexer {
  #indexer: ReturnType<typeof createIndexer> = null;
  #first = Buffer.alloc(0);
  #mark: Mark = { at: 0, bytes: Buffer.alloc(0) };
  /** Bytes of the file that the indexer was fed, or that follow its stop. NaN after it was dropped. */
  fedBytes = 0;
  /** A piece feeds the indexer now. Two must not do so at the same time. */
  isBeingFed = false;

  /** Creates an indexer that continues where an index ends. */
  static from(index: VideoIndex, mark: Mark, coveredBytes: number): VideoIndexer {
    const indexer = new VideoIndexer();
    indexer.#indexer = resumeIndexer(index);
    indexer.#mark = mark;
    indexer.fedBytes = index.stopped ? coveredBytes : index.indexedBytes;
    return indexer;
  }

  /** The last bytes that the indexer was fed. */
  get mark(): Readonly<Mark> {
    return this.#mark;
  }

  /** The index, or null until enough bytes have arrived to detect the container. */
  get index(): Readonly<VideoIndex> | null {
    return this.#indexer?.index ?? null;
  }

  /** Returns whether further bytes leave the index unchanged. */
  get stopped(): boolean {
    return this.index?.stopped !== undefined;
  }

  /** Memory of the indexer, in bytes. */
  get weightBytes(): number {
    return EMPTY_BYTES + (this.#indexer?.weightBytes ?? 0);
  }

  /** Indexes the next bytes. @throws {NotVideo} as soon as they can't be the beginning of a recording */
  feed(chunk: Uint8Array): void {
    this.#markEnd(chunk);
    this.fedBytes += chunk.length;
    if (this.#indexer) {
      this.#indexer.feed(chunk);
      return;
    }
    const first = Buffer.concat([this.#first, chunk]);
    this.#indexer = createIndexer(first);
    this.#first = this.#indexer ? Buffer.alloc(0) : first;
    this.#indexer?.feed(first);
  }

  /** Releases its memory. */
  drop(): void {
    this.#indexer = null;
    this.#first = Buffer.alloc(0);
    this.fedBytes = Number.NaN;
  }

  #markEnd(chunk: Uint8Array): void {
    const { at, bytes } = this.#mark;
    const before = at + bytes.length === this.fedBytes ? bytes : Buffer.alloc(0);
    const last = Buffer.concat([before, chunk.subarray(-MARK_BYTES)]).subarray(-MARK_BYTES);
    this.#mark = { at: this.fedBytes + chunk.length - last.length, bytes: last };
  }
}

/** Bytes indexed in one turn of the event loop, for all videos: less than 1 ms of a recorder's, 4 ms at worst. */
const TURN_BYTES = 256 * 1024;
/** Bytes after which the next video has its turn. */
const PART_BYTES = 64 * 1024;

/** Shares the event loop among all videos, so that slow bytes delay other calls by milliseconds only. */
export class FeedTurns {
  #remainingBytes = TURN_BYTES;
  #next: Promise<void> | undefined;

  /** Yields the bytes in parts, each when its turn comes, in the order of the calls. */
  async *partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = bytes.subarray(at, at + PART_BYTES);
      while (this.#remainingBytes <= 0) await this.#next;
      this.#remainingBytes -= part.length;
      this.#next ??= this.#end();
      yield part;
    }
  }

  async #end(): Promise<void> {
    await setImmediate();
    this.#remainingBytes = TURN_BYTES;
    this.#next = undefined;
  }
}

/** A stored video, and the turns in which it is indexed. */
export interface StoredVideo {
  storage: Storage;
  key: string;
  turns: FeedTurns;
}

/** Feeds an indexer the stored bytes from its position to `end`. @throws {NotVideo} */
export async function catchUp(
  indexer: VideoIndexer,
  { storage, key, turns }: StoredVideo,
  end: number,
): Promise<void> {
  if (end > indexer.fedBytes && !indexer.stopped) {
    for await (const chunk of storage.chunks(key, { start: indexer.fedBytes, end })) {
      for await (const part of turns.partsOf(chunk)) indexer.feed(part);
      if (indexer.stopped) break;
    }
  }
  indexer.fedBytes = end;
}

/** Indexes all stored bytes. The result equals an indexer that was fed while they arrived. @throws {NotVideo} */
export async function indexStoredBytes(video: StoredVideo): Promise<VideoIndexer> {
  const indexer = new VideoIndexer();
  await catchUp(indexer, video, (await video.storage.size(video.key)) ?? 0);
  return indexer;
}

/** 200 participants after 20 minutes take 150 MB with MP4 and 60 MB with WebM. A dropped indexer is created again. */
const ARRIVING_MAX_BYTES = 256 * 1024 * 1024;
/** Bytes after which a long piece is weighed again. A piece of one second adds less. */
const WEIGHED_EVERY_BYTES = 1024 * 1024;

/** Indexers of arriving videos by key, with a limit of memory. The one that was fed last is dropped last. */
export type ArrivingIndexers = LRUCache<string, VideoIndexer>;

/** @param maxSize limit of memory for all of them in bytes, as last weighed */
export function createArrivingIndexers(maxSize = ARRIVING_MAX_BYTES): ArrivingIndexers {
  return new LRUCache({
    maxSize,
    sizeCalculation: ({ weightBytes }) => weightBytes,
    // This also drops an indexer that is being fed; the rest of its piece is only stored.
    dispose: (indexer, _key, reason) => {
      if (reason === 'evict') indexer.drop();
    },
  });
}

/** Returns whether an indexer must be weighed again after it was fed so many bytes of a long piece. */
export function isWeighingDue({ fedBytes }: VideoIndexer, bytes: number): boolean {
  const before = Math.floor((fedBytes - bytes) / WEIGHED_EVERY_BYTES);
  return Math.floor(fedBytes / WEIGHED_EVERY_BYTES) > before;
}
