// Indexes a video whose container is not known yet: keeps its first bytes until they tell.
import { type ContainerIndexer, indexerOf, type VideoIndex } from './video-container.ts';

// Measured: an indexer of a video of which nothing has come.
const INDEXER_BYTES = 4096;

export class VideoIndexer {
  #indexer: ContainerIndexer | null = null;
  #first: Uint8Array = new Uint8Array();

  /** Null while the bytes are too few to tell what it is. */
  get index(): Readonly<VideoIndex> | null {
    return this.#indexer?.index ?? null;
  }

  /** Whether no further byte changes the index. */
  get stopped(): boolean {
    return this.index?.stopped !== undefined;
  }

  /** Memory that it holds. */
  get weightBytes(): number {
    return INDEXER_BYTES + (this.#indexer?.weightBytes ?? 0);
  }

  /** Takes the next bytes. @throws {NotVideo} as soon as they can't be the beginning of a recording */
  feed(chunk: Uint8Array): void {
    if (this.#indexer) {
      this.#indexer.feed(chunk);
      return;
    }
    const first = Buffer.concat([this.#first, chunk]);
    this.#indexer = indexerOf(first);
    this.#first = this.#indexer ? new Uint8Array() : first;
    this.#indexer?.feed(first);
  }
}
