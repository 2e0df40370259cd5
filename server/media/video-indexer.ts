// Indexers beside the stored bytes of their videos: fed as pieces arrive, or from storage, in turns of the event loop.
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Storage } from '#server/storage/storage.ts';
import { indexerFrom, indexerOf, type VideoIndex } from './video-container.ts';

// Measured: an indexer before its first byte.
const EMPTY_BYTES = 4096;

/** Media of recorders is compressed: 64 bytes of it stand in no other file. */
export const MARK_BYTES = 64;

/** Bytes of a file that tell it from another one. */
export interface Mark {
  at: number;
  bytes: Buffer;
}

/** Indexes a video of any container. */
export class VideoIndexer {
  #indexer: ReturnType<typeof indexerOf> = null;
  #first = Buffer.alloc(0);
  #mark: Mark = { at: 0, bytes: Buffer.alloc(0) };
  /** Bytes of the file that it was fed, or that follow its stop. NaN: it was dropped and takes no more. */
  fedBytes = 0;
  /** Whether a piece feeds it: two must not do so at a time. */
  taken = false;

  /** One that is fed the bytes after those that an index covers, beginning where the index ends. */
  static from(index: VideoIndex, mark: Mark, coveredBytes: number): VideoIndexer {
    const indexer = new VideoIndexer();
    indexer.#indexer = indexerFrom(index);
    indexer.#mark = mark;
    indexer.fedBytes = index.stopped ? coveredBytes : index.indexedBytes;
    return indexer;
  }

  /** The last bytes that it was fed. */
  get mark(): Readonly<Mark> {
    return this.#mark;
  }

  /** Null while the bytes are too few to tell the container. */
  get index(): Readonly<VideoIndex> | null {
    return this.#indexer?.index ?? null;
  }

  /** Whether no further byte changes the index. */
  get stopped(): boolean {
    return this.index?.stopped !== undefined;
  }

  /** Memory that it holds. */
  get weightBytes(): number {
    return EMPTY_BYTES + (this.#indexer?.weightBytes ?? 0);
  }

  /** Takes the next bytes. @throws {NotVideo} as soon as they can't be the beginning of a recording */
  feed(chunk: Uint8Array): void {
    this.#markEnd(chunk);
    this.fedBytes += chunk.length;
    if (this.#indexer) {
      this.#indexer.feed(chunk);
      return;
    }
    const first = Buffer.concat([this.#first, chunk]);
    this.#indexer = indexerOf(first);
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

/** Bytes indexed in one turn of the event loop, of all videos together: 4 ms at worst, less than 1 ms of a recorder's. */
const TURN_BYTES = 256 * 1024;
/** Videos take turns after so many bytes. */
const PART_BYTES = 64 * 1024;

/** Shares the event loop among all videos: bytes that are slow to index delay other calls by milliseconds. */
export class FeedTurns {
  #leftBytes = TURN_BYTES;
  #next: Promise<void> | undefined;

  /** Bytes in parts, each when its turn comes, in the order of the calls. */
  async *partsOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      const part = bytes.subarray(at, at + PART_BYTES);
      while (this.#leftBytes <= 0) await this.#next;
      this.#leftBytes -= part.length;
      this.#next ??= this.#end();
      yield part;
    }
  }

  async #end(): Promise<void> {
    await setImmediate();
    this.#leftBytes = TURN_BYTES;
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

/** Indexes all stored bytes: the indexer equals one that was fed while they arrived. @throws {NotVideo} */
export async function indexStored(video: StoredVideo): Promise<VideoIndexer> {
  const indexer = new VideoIndexer();
  await catchUp(indexer, video, (await video.storage.size(video.key)) ?? 0);
  return indexer;
}

/** 200 participants after 20 minutes take 150 MB with MP4 and 60 MB with WebM. A dropped indexer is made again. */
const ARRIVING_MAX_BYTES = 256 * 1024 * 1024;
/** A long piece is weighed after so many bytes; a piece of a second adds less. */
const WEIGHED_EVERY_BYTES = 1024 * 1024;

/** Indexers of arriving videos by key, within a bound of memory; the one fed last is dropped last. */
export type ArrivingIndexers = LRUCache<string, VideoIndexer>;

/** @param maxSize memory of all of them in bytes, as last weighed */
export function createArrivingIndexers(maxSize = ARRIVING_MAX_BYTES): ArrivingIndexers {
  return new LRUCache({
    maxSize,
    sizeCalculation: ({ weightBytes }) => weightBytes,
    // Also one that is being fed: its piece continues to storage alone.
    dispose: (indexer, _key, reason) => {
      if (reason === 'evict') indexer.drop();
    },
  });
}

/** Whether an indexer must be weighed again, that was just fed so many bytes of a long piece. */
export function isWeighingDue({ fedBytes }: VideoIndexer, bytes: number): boolean {
  const before = Math.floor((fedBytes - bytes) / WEIGHED_EVERY_BYTES);
  return Math.floor(fedBytes / WEIGHED_EVERY_BYTES) > before;
}
