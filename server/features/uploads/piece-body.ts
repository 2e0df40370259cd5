// The body of a piece on its way into storage: bounded, and its memory given back as soon as it is stored.
// Left to the garbage collector it costs more than storing it: Node makes new memory for every 64 kB.
import type { ByteSource } from '#server/storage/storage.ts';

/** The chunks of a request, which nobody else may use: they are emptied. */
export class PieceBody {
  readonly #body: ByteSource;
  /** Those that were not given back yet, in order. */
  readonly #taken: Uint8Array[] = [];
  #givenBackBytes = 0;
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
      this.#taken.push(chunk);
      yield chunk;
    }
  }

  /** Nobody reads the first `bytes` of it any more: gives back the chunks that lie within them. */
  giveBack(bytes: number): void {
    for (const chunk of [...this.#taken]) {
      if (this.#givenBackBytes + chunk.length > bytes) return;
      this.#taken.shift();
      this.#givenBackBytes += chunk.length;
      empty(chunk);
    }
  }
}

/** Leaves a chunk alone that shares its memory, as a small one may. */
function empty({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
