// A storage that counts the bytes that are read of it, for tests of what a call costs.
import { Readable } from 'node:stream';
import type { Storage } from '#server/storage/storage.ts';

export class ReadCount {
  /** Bytes that readers were given, of all objects. */
  bytes = 0;
  /** Keys in the order in which they were read. */
  readonly keys: string[] = [];

  reset(): void {
    this.bytes = 0;
    this.keys.length = 0;
  }

  /** The storage, with its reads counted here. */
  of(storage: Storage): Storage {
    const reads: Pick<Storage, 'read' | 'chunks' | 'readBytes'> = {
      read: async (key, range) => {
        const stream = await storage.read(key, range);
        return Readable.from(this.#counted(key, stream), { objectMode: false });
      },
      chunks: (key, range) => this.#counted(key, storage.chunks(key, range)),
      readBytes: async (key, start, length) => {
        const bytes = await storage.readBytes(key, start, length);
        this.keys.push(key);
        this.bytes += bytes.length;
        return bytes;
      },
    };
    return new Proxy(storage, {
      get(target, name) {
        if (name in reads) return reads[name as keyof typeof reads];
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  async *#counted(key: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.keys.push(key);
    for await (const chunk of source) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }
}
