// One file in a storage on the disk, and the bytes that a virtual file over it has.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VirtualLayout } from '#server/media/virtual-file.ts';
import { rangeChunks } from '#server/media/virtual-file.ts';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import type { ByteRange } from '#server/storage/storage.ts';
import { randomNumbers } from './random-numbers.ts';

const KEY = 'recordings/video.webm';

export interface StoredFile {
  /** Reads a range of the stored bytes. */
  stored(range: ByteRange): AsyncIterable<Uint8Array>;
  /** Takes the place of the file before. */
  put(file: Uint8Array): Promise<void>;
  /** The whole virtual file, or a range of it. */
  read(layout: VirtualLayout, range?: ByteRange): Promise<Buffer>;
  /** Ranges on and around these bytes, and over the end, that are not what the whole file has there. */
  wrongRanges(layout: VirtualLayout, edges: readonly number[]): Promise<ByteRange[]>;
  close(): Promise<void>;
}

export async function openStoredFile(): Promise<StoredFile> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-virtual-'));
  const storage = await DiskStorage.open(folder);
  const read: StoredFile['read'] = async (layout, range) => {
    const chunks: Uint8Array[] = [];
    const wanted = range ?? { start: 0, end: layout.sizeBytes };
    // Their memory is used again with the next one.
    for await (const chunk of rangeChunks({ storage, key: KEY, layout }, wanted)) {
      chunks.push(Uint8Array.from(chunk));
    }
    return Buffer.concat(chunks);
  };
  return {
    stored: (range) => storage.chunks(KEY, range),
    put: async (file) => {
      await storage.put(KEY, file);
    },
    read,
    wrongRanges: async (layout, edges) => {
      const whole = await read(layout);
      const wrong: ByteRange[] = [];
      for (const range of rangesAt(edges, whole.length)) {
        const bytes = await read(layout, range);
        if (!bytes.equals(whole.subarray(range.start, range.end))) wrong.push(range);
      }
      return wrong;
    },
    close: () => rm(folder, { recursive: true }),
  };
}

function rangesAt(edges: readonly number[], sizeBytes: number): ByteRange[] {
  const random = randomNumbers(7);
  const ranges = edges.flatMap((edge) => [
    { start: edge, end: edge + 1 },
    { start: Math.max(0, edge - 5), end: edge + 4 },
    { start: edge, end: edge + random(20_000) },
  ]);
  return [...ranges, { start: sizeBytes - 1, end: sizeBytes + 10 }];
}
