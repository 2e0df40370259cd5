// Indexers of the videos that arrive here now: all of them together weigh no more than a server can spare.
import { LRUCache } from 'lru-cache';
import { type FedIndexer, letGo } from './fed-indexer.ts';

/**
 * 200 participants at once whose browsers write MP4 come to 150 MB after 20 minutes, with WebM to 60 MB. What is let
 * go is made again from the stored bytes when its next piece comes.
 */
const MOST_BYTES = 256 * 1024 * 1024;
// A piece of a second adds less; a piece of hundreds of megabytes is weighed while it comes.
const WEIGHED_EVERY_BYTES = 1024 * 1024;

/** Indexers by the key of their video; the one that was fed last goes last. */
export class LiveIndexers {
  readonly #kept: LRUCache<string, FedIndexer>;

  /** @param mostBytes memory that all of them may hold */
  constructor(mostBytes = MOST_BYTES) {
    this.#kept = new LRUCache({
      maxSize: mostBytes,
      sizeCalculation: ({ indexer }) => indexer.weightBytes,
      // One that is being fed is let go too: its piece goes on to storage alone.
      dispose: (fed, _key, reason) => {
        if (reason === 'evict') letGo(fed);
      },
    });
  }

  /** Memory that all of them hold, as they were weighed last. */
  get weightBytes(): number {
    return this.#kept.calculatedSize;
  }

  has(key: string): boolean {
    return this.#kept.has(key);
  }

  get(key: string): FedIndexer | undefined {
    return this.#kept.get(key);
  }

  /** Keeps one, or weighs it again; others make room. */
  keep(key: string, fed: FedIndexer): void {
    this.#kept.set(key, fed);
  }

  /** Weighs one that a long piece is fed to. */
  fed(key: string, fed: FedIndexer, bytes: number): void {
    const before = Math.floor((fed.fedBytes - bytes) / WEIGHED_EVERY_BYTES);
    const isDue = Math.floor(fed.fedBytes / WEIGHED_EVERY_BYTES) > before;
    if (isDue && this.#kept.peek(key) === fed) this.keep(key, fed);
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }
}
