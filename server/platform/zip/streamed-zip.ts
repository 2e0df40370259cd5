// A ZIP of files that are stored elsewhere. Its length is available at once; a checksum is computed when the first
// header with it is sent. A file is read once for its checksum and once more to be sent, so that memory stays the
// same.
import { crc32 } from 'node:zlib';
import type { ByteRange } from '#server/storage/storage.ts';
import { type ZipLayout, zipLayout } from './zip-layout.ts';
import { exactly } from './zip-range.ts';

/** A file of the archive. */
export interface StreamedFile {
  name: string;
  sizeBytes: number;
  /** Each chunk is valid until the next is requested. */
  read(range: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}

export interface StreamedZip {
  sizeBytes: number;
  /** Each chunk is valid until the next is requested. @throws errors of reading a file */
  chunks(range: ByteRange): AsyncIterable<Uint8Array>;
}

type LayoutOf = (checksums: readonly (number | undefined)[]) => ZipLayout;

/** @param modifiedAt the time of each file */
export function streamedZip(files: readonly StreamedFile[], modifiedAt: Date): StreamedZip {
  const layoutOf: LayoutOf = (checksums) =>
    zipLayout(
      files.map((file, at) => entryOf(file, checksums[at] ?? 0)),
      modifiedAt,
    );
  return {
    sizeBytes: layoutOf([]).sizeBytes,
    chunks: (range) => archiveChunks(files, layoutOf, range),
  };
}

function entryOf({ name, sizeBytes }: StreamedFile, checksum: number) {
  return { name, method: 'stored', crc32: checksum, sizeBytes, packedBytes: sizeBytes } as const;
}

async function* archiveChunks(
  files: readonly StreamedFile[],
  layoutOf: LayoutOf,
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  const headers = headersOf(files, layoutOf);
  for (const [at, part] of layoutOf([]).parts.entries()) {
    const start = Math.max(range.start - part.at, 0);
    const end = Math.min(range.end - part.at, part.lengthBytes);
    if (start >= end) continue;
    const file = 'entry' in part ? files[part.entry] : null;
    if (file) yield* exactly(await file.read({ start, end }), end - start);
    else yield (await headers(at)).subarray(start, end);
  }
}

/**
 * The length of headers does not depend on the checksums, so each is computed when the first header with it is
 * requested.
 */
function headersOf(
  files: readonly StreamedFile[],
  layoutOf: LayoutOf,
): (at: number) => Promise<Uint8Array> {
  const checksums: (number | undefined)[] = files.map(() => undefined);
  const { parts } = layoutOf(checksums);
  return async (at) => {
    // Before a file its own header; behind all of them the directory, which has every checksum.
    const next = parts[at + 1];
    const only = next && 'entry' in next ? next.entry : null;
    for (const [entry, file] of files.entries()) {
      if (only === null || only === entry) checksums[entry] ??= await checksumOf(file);
    }
    const part = layoutOf(checksums).parts[at];
    if (!part || !('bytes' in part)) throw new Error('a header that the layout does not have');
    return part.bytes;
  };
}

async function checksumOf({ read, sizeBytes }: StreamedFile): Promise<number> {
  let checksum = 0;
  const whole = await read({ start: 0, end: sizeBytes });
  for await (const chunk of exactly(whole, sizeBytes)) checksum = crc32(chunk, checksum);
  return checksum;
}
