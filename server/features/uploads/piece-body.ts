// The body of a piece on its way into storage: bounded, and its memory given back as soon as it is stored.
// Left to the garbage collector it costs more than storing it: Node makes new memory for every 64 kB.
import { setImmediate } from 'node:timers/promises';
import type { ByteSource } from '#server/storage/storage.ts';

/** A chunk costs some microseconds whatever its size; a line's packets are larger than this. */
const SMALL_BYTES = 1024;

/** The chunks of a request, which nobody else may use: they are emptied. */
export class PieceBody {
  readonly #body: ByteSource;
  /** Those that were not given back yet, in order, behind some that were. */
  readonly #taken: Uint8Array[] = [];
  #givenBack = 0;
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
      // Those that come in the same turn are then read as one.
      if (chunk.length < SMALL_BYTES) await setImmediate();
    }
  }

  /** Nobody reads the first `bytes` of it any more: gives back the chunks that lie within them. */
  giveBack(bytes: number): void {
    let chunk = this.#taken[this.#givenBack];
    while (chunk && this.#givenBackBytes + chunk.length <= bytes) {
      this.#givenBackBytes += chunk.length;
      empty(chunk);
      this.#givenBack += 1;
      chunk = this.#taken[this.#givenBack];
    }
    // Half of the list at a time: moving the rest for each chunk takes minutes for a million of them.
    if (this.#givenBack * 2 < this.#taken.length) return;
    this.#taken.splice(0, this.#givenBack);
    this.#givenBack = 0;
  }
}

/** Leaves a chunk alone that shares its memory, as a small one may. */
function empty({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
