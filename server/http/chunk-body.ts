// The body of an answer made of chunks whose memory is used again: each is in the system's hands before
// the next one is asked for. A stream of Node's would keep chunks waiting that are overwritten meanwhile.
import { Readable, type Writable } from 'node:stream';

/** Give it to `reply.send`, which pipes it into the answer: it is good for that one thing. */
export class ChunkBody extends Readable {
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    super({ read: () => undefined });
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  override pipe<T extends NodeJS.WritableStream>(answer: T): T {
    this.#pump(answer as unknown as Writable).catch((error: unknown) =>
      this.destroy(asError(error)),
    );
    return answer;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const left = this.#chunks.return?.() ?? Promise.resolve();
    left.then(
      () => done(error),
      (failure: unknown) => done(error ?? asError(failure)),
    );
  }

  async #pump(answer: Writable): Promise<void> {
    while (!answer.destroyed) {
      const step = await this.#chunks.next();
      if (step.done) {
        answer.end();
        this.push(null);
        this.resume();
        return;
      }
      if (!answer.destroyed) await written(answer, step.value);
    }
  }
}

/** Resolves when a chunk has left our memory, or when no reader waits for it any more. */
function written(answer: Writable, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      answer.off('close', done);
      resolve();
    };
    answer.on('close', done);
    answer.write(chunk, done);
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
