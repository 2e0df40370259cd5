// The virtual file that players get: runs of stored bytes with a few made or patched ones. Containers make its layout,
// this reads any range of it.
import type { ByteRange, Storage } from '#server/storage/storage.ts';

/** A run of the virtual file from its byte `at` on: made by us, or stored from byte `storedAt` on. */
export type VirtualPart =
  | { at: number; lengthBytes: number; bytes: Uint8Array }
  | { at: number; lengthBytes: number; storedAt: number };

/** Bytes that replace stored ones of the same number, at byte `at` of the virtual file. */
export type Patch = { at: number; bytes: Uint8Array };

export type VirtualLayout = {
  sizeBytes: number;
  durationMs: number;
  /** Changes with every change of the virtual file; unique within one recording. */
  etagBasis: string;
  /** In order, without gaps. */
  parts: readonly VirtualPart[];
  /** In order. */
  patches: readonly Patch[];
};

interface VirtualFile {
  storage: Storage;
  key: string;
  layout: VirtualLayout;
}

/** A range of the virtual file, cut at its end. Each chunk is valid until the next is asked for. */
export async function* rangeChunks(
  { storage, key, layout }: VirtualFile,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (const part of layout.parts) {
    const start = Math.max(range.start, part.at);
    const end = Math.min(range.end, part.at + part.lengthBytes);
    if (start >= end) continue;
    if ('bytes' in part) yield part.bytes.subarray(start - part.at, end - part.at);
    else yield* patched(storedChunks({ storage, key }, part, { start, end }), start, layout);
  }
}

function storedChunks(
  { storage, key }: Pick<VirtualFile, 'storage' | 'key'>,
  part: Extract<VirtualPart, { storedAt: number }>,
  range: ByteRange,
): AsyncIterable<Uint8Array> {
  const shift = part.storedAt - part.at;
  return storage.chunks(key, { start: range.start + shift, end: range.end + shift });
}

async function* patched(
  chunks: AsyncIterable<Uint8Array>,
  start: number,
  { patches }: VirtualLayout,
): AsyncGenerator<Uint8Array> {
  let at = start;
  let next = firstPatchAfter(patches, start);
  for await (const chunk of chunks) {
    const end = at + chunk.length;
    for (let patch = patches[next]; patch && patch.at < end; patch = patches[next]) {
      layOver(chunk, at, patch);
      // A patch over the edge continues in the next chunk.
      if (patch.at + patch.bytes.length > end) break;
      next += 1;
    }
    yield chunk;
    at = end;
  }
}

/** The number of the first patch that ends after a byte, by bisection. */
function firstPatchAfter(patches: readonly Patch[], at: number): number {
  let low = 0;
  let high = patches.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const patch = patches[middle];
    if (patch && patch.at + patch.bytes.length <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function layOver(chunk: Uint8Array, chunkAt: number, patch: Patch): void {
  const from = Math.max(0, chunkAt - patch.at);
  const to = Math.min(patch.bytes.length, chunkAt + chunk.length - patch.at);
  chunk.set(patch.bytes.subarray(from, to), patch.at + from - chunkAt);
}
