// The body of a piece on its way to storage: bounded, and its memory released as soon as it is stored. Node allocates
// new memory for every 64 kB; collecting it as garbage costs more CPU than storing the bytes.
import { setImmediate } from 'node:timers/promises';
import type { AppError } from '#contract/errors.ts';
import type { ByteSource } from '#server/storage/storage.ts';

/** A chunk costs some microseconds at any size; packets of a connection are larger than this. */
const SMALL_BYTES = 1024;

/** Decides whether a chunk may be stored, by its length and the bytes of the body before it. */
export type PieceRule = (bytes: number, bytesBefore: number) => AppError | null;

/** The chunks of a request. They are emptied: no other reader may use them. */
export class PieceBody {
  readonly #body: ByteSource;
  /** Chunks in their order; the first `#released` of them are released. */
  readonly #taken: Uint8Array[] = [];
  #released = 0;
  #releasedBytes = 0;
  #takenBytes = 0;
  readonly #refuse: PieceRule;
  /** Why the rest of the body was not taken, or null. */
  refusal: AppError | null = null;

  constructor(body: ByteSource, refuse: PieceRule) {
    this.#body = body;
    this.#refuse = refuse;
  }

  /** The body's chunks. The sequence ends before the first one that is refused. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#body) {
      this.refusal = this.#refuse(chunk.length, this.#takenBytes);
      if (this.refusal) return;
      this.#takenBytes += chunk.length;
      this.#taken.push(chunk);
      yield chunk;
      // Node then joins those that arrive in the same turn.
      if (chunk.length < SMALL_BYTES) await setImmediate();
    }
  }

  /** Releases the chunks within the first `bytes` of the body, which are no longer read. */
  release(bytes: number): void {
    let chunk = this.#taken[this.#released];
    while (chunk && this.#releasedBytes + chunk.length <= bytes) {
      this.#releasedBytes += chunk.length;
      empty(chunk);
      this.#released += 1;
      chunk = this.#taken[this.#released];
    }
    // Half of the list at a time: moving the rest for each of a million chunks takes minutes.
    if (this.#released * 2 < this.#taken.length) return;
    this.#taken.splice(0, this.#released);
    this.#released = 0;
  }
}

/** A small chunk may share its memory with others: it is left alone. */
function empty({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
