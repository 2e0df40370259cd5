// A range of an archive that is laid out but nowhere stored: its headers, and files as they are read.
import type { ByteRange } from '#server/storage/storage.ts';
import type { ZipLayout } from './zip-layout.ts';

/** Reads bytes of a file as it is packed, from `start` up to `end`. Each chunk is valid until the next is requested. */
export type ReadFile = (entry: number, range: ByteRange) => AsyncIterable<Uint8Array>;

/** Begins in the file where the range begins; no file before it is read. */
export async function* zipRange(
  { parts }: ZipLayout,
  range: ByteRange,
  read: ReadFile,
): AsyncGenerator<Uint8Array> {
  for (let index = firstPartAt(parts, range.start); index < parts.length; index += 1) {
    const part = parts[index];
    if (!part || part.at >= range.end) return;
    const start = Math.max(range.start, part.at) - part.at;
    const end = Math.min(range.end, part.at + part.lengthBytes) - part.at;
    if ('bytes' in part) yield part.bytes.subarray(start, end);
    else yield* exactly(read(part.entry, { start, end }), end - start);
  }
}

/** A file that became shorter ends with an error, because a reader would take the next header for its bytes. */
export async function* exactly(chunks: AsyncIterable<Uint8Array>, bytes: number) {
  let left = bytes;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left !== 0) throw new Error('a file of the archive has another size than before');
}

/** The part that holds a byte, by bisection. */
function firstPartAt(parts: ZipLayout['parts'], at: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const part = parts[middle];
    if (part && part.at + part.lengthBytes <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
