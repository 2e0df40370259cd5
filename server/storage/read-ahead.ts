// Reads a range of a file with two buffers in turn: one is read ahead while the other is sent. New memory for each
// chunk costs more than its way from the disk's cache to the network.
import type { FileHandle } from 'node:fs/promises';
import type { ByteRange } from './storage.ts';

/** Fits into a core's cache; smaller chunks need more calls in the thread pool. */
const CHUNK_BYTES = 512 * 1024;
/** Free buffers that are kept: those of 50 ranges, 50 MB. */
const FREE_MAX = 100;

/** Reads ranges, and reuses the buffers of those that ended. */
export class ReadAhead {
  readonly #free: Buffer[] = [];

  /** The file's bytes from `start` to `end`, or to its own end. A chunk is valid until the next is asked for. */
  async *read(handle: FileHandle, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    let [held, ahead] = [this.#take(), this.#take()];
    const fill = (buffer: Buffer, at: number) =>
      handle.read(buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
    let reading = start < end ? fill(held, start) : null;
    try {
      for (let at = start; reading !== null; ) {
        const { bytesRead } = await reading;
        at += bytesRead;
        reading = bytesRead > 0 && at < end ? fill(ahead, at) : null;
        if (bytesRead > 0) yield held.subarray(0, bytesRead);
        [held, ahead] = [ahead, held];
      }
    } finally {
      // After a reader that left early: a buffer is free when its read has ended.
      await reading?.catch(() => 'no reader waits for it');
      const spare = FREE_MAX - this.#free.length;
      this.#free.push(...[held, ahead].slice(0, spare));
    }
  }

  #take(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(CHUNK_BYTES);
  }
}
