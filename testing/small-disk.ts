// A storage on a disk of a given size: its free bytes can be read, and a write beyond them fails as on a full disk.
import { type AppendRequest, type Storage, StorageFull } from '#server/storage/storage.ts';

export class SmallDisk {
  usedBytes = 0;
  readonly #sizeBytes: number;

  constructor(sizeBytes: number) {
    this.#sizeBytes = sizeBytes;
  }

  get freeBytes(): number {
    return this.#sizeBytes - this.usedBytes;
  }

  /** The storage, with its appends on this disk. */
  of(storage: Storage): Storage {
    const append = async (key: string, request: AppendRequest): Promise<number> => {
      const source = this.#written(key, request.source);
      try {
        return await storage.append(key, { ...request, source });
      } catch (error) {
        const isFull = error instanceof Error && error.cause instanceof StorageFull;
        throw isFull ? error.cause : error;
      }
    };
    return new Proxy(storage, {
      get(target, name) {
        if (name === 'append') return append;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  }

  async *#written(key: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      if (chunk.length > this.freeBytes) throw new StorageFull(key, 0, null);
      this.usedBytes += chunk.length;
      yield chunk;
    }
  }
}
