// The body of a piece on its way into storage: bounded, and its memory given back as soon as it is stored.
// Left to the garbage collector it costs more than storing it: Node makes new memory for every 64 kB.
import type { ByteSource } from '#server/storage/storage.ts';

/** Chunks that are given back: those of a piece of a second. What is longer is left to the collector. */
const GIVEN_BACK_MAX_BYTES = 1024 * 1024;

/** The chunks of a request, which nobody else may use: they are emptied. */
export class PieceBody {
  readonly #body: ByteSource;
  readonly #taken: Uint8Array[] = [];
  #takenBytes = 0;
  #leftBytes: number;

  constructor(body: ByteSource, maxBytes: number) {
    this.#body = body;
    this.#leftBytes = maxBytes;
  }

  /** Whether it has more than `maxBytes`. */
  get isOver(): boolean {
    return this.#leftBytes < 0;
  }

  /** Its chunks up to `maxBytes`; the one that goes beyond them ends it. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#body) {
      this.#leftBytes -= chunk.length;
      if (this.#leftBytes < 0) return;
      this.#takenBytes += chunk.length;
      if (this.#takenBytes <= GIVEN_BACK_MAX_BYTES) this.#taken.push(chunk);
      yield chunk;
    }
  }

  /** Call it when nobody reads the chunks any more. */
  giveBack(): void {
    for (const { buffer, byteLength } of this.#taken.splice(0)) {
      // A chunk that shares its memory (a small one may) is not alone with it.
      if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
    }
  }
}
