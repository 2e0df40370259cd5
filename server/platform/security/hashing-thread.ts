// Computes password hashes on one thread of its own, because Node's thread pool also writes the pieces of recordings
// and a hash would block one of its four threads for 100 ms.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface HashInput {
  password: string;
  salt: Uint8Array;
  keyBytes: number;
  costs: { N: number; r: number; p: number };
}

/** One for each server. The thread starts with the first hash and takes 50 MB. */
export class HashingThread {
  #worker: Worker | null = null;

  /**
   * Computes one hash by scrypt (RFC 7914).
   * The caller waits for the answer before the next call because answers have no id.
   * @throws Error when the thread ends; the next call starts another one
   */
  async derive(input: HashInput): Promise<Buffer> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const ended = new AbortController();
    const end = () => ended.abort(new Error('the hashing thread has ended'));
    worker.once('exit', end);
    try {
      const answer = once(worker, 'message', { signal: ended.signal });
      worker.postMessage(input);
      const [key] = (await answer) as [Uint8Array];
      return Buffer.from(key);
    } finally {
      worker.off('exit', end);
    }
  }

  async stop(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    // The thread gets neither the server's environment, which contains secrets, nor the modules that are loaded into
    // the server before its code.
    const script = new URL('./hashing.worker.ts', import.meta.url);
    const worker = new Worker(script, { env: {}, execArgv: [] });
    worker.unref();
    const forget = () => {
      if (this.#worker === worker) this.#worker = null;
    };
    // The call that waits gets the error too. Without this listener an error would end the server.
    worker.on('error', forget);
    worker.on('exit', forget);
    return worker;
  }
}
