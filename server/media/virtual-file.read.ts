// Reads any range of the virtual file: stored bytes stream through, with the few made or patched ones laid over them.
import type { ByteRange, Storage } from '#server/storage/storage.ts';
import type { Patch, VirtualLayout, VirtualPart } from './virtual-layout.ts';

interface VirtualFile {
  storage: Storage;
  key: string;
  layout: VirtualLayout;
}

/**
 * Exactly the bytes from `start` up to (not with) `end` of the virtual file, cut at its end, for a reader that is done
 * with each chunk before it asks for the next.
 */
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
      // A patch over the edge goes on in the next chunk.
      if (patch.at + patch.bytes.length > end) break;
      next += 1;
    }
    yield chunk;
    at = end;
  }
}

/** The first patch that ends after a byte of the virtual file, by bisection. */
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
