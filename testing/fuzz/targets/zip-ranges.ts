// Ranges of archives: whatever files they have and however reading cuts them into chunks, a range is that slice of the whole.
import { strict as assert } from 'node:assert';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { streamedZip } from '#server/platform/zip/streamed-zip.ts';
import { type ZipEntry, zipLayout } from '#server/platform/zip/zip-layout.ts';
import { zipRange } from '#server/platform/zip/zip-range.ts';
import { fuzzTarget } from '../fuzz-target.ts';

interface Input {
  files: { name: string; bytes: Uint8Array }[];
  range: { start: number; lengthBytes: number };
  chunkBytes: number;
}

type Range = { start: number; end: number };

const createdAt = new Date('2026-11-22T15:04:06Z');
const DIRECTORY_END_BYTES = 22;

export const target = fuzzTarget<Input>({
  name: 'zip-ranges',
  arbitrary: fc.record({
    files: fc.array(
      fc.record({
        name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
        bytes: fc.uint8Array({ maxLength: 300 }),
      }),
      { maxLength: 8 },
    ),
    range: fc.record({ start: fc.nat(2500), lengthBytes: fc.nat(2500) }),
    chunkBytes: fc.integer({ min: 1, max: 400 }),
  }),
  async run({ files, range, chunkBytes }) {
    const entries = files.map(({ name, bytes }): ZipEntry => {
      const [sizeBytes, packedBytes] = [bytes.length, bytes.length];
      return { name, method: 'stored', crc32: crc32(bytes), sizeBytes, packedBytes };
    });
    const layout = zipLayout(entries, createdAt);
    const chunks = (entry: number, within: Range) =>
      chunksOf(files[entry]?.bytes ?? new Uint8Array(), within, chunkBytes);
    const known = (wanted: Range) => joinedChunks(zipRange(layout, wanted, chunks));
    const streamed = streamedZip(
      files.map(({ name, bytes }, entry) => ({
        name,
        sizeBytes: bytes.length,
        read: async (within) => chunks(entry, within),
      })),
      createdAt,
    );
    const whole = await known({ start: 0, end: layout.sizeBytes });
    assert.equal(whole.length, layout.sizeBytes, 'another size than announced');
    assert.equal(streamed.sizeBytes, layout.sizeBytes);
    checkArchive(whole, files);
    const start = Math.min(range.start, layout.sizeBytes);
    for (const end of [start + range.lengthBytes, layout.sizeBytes]) {
      const slice = whole.subarray(start, end);
      assert.deepEqual(await known({ start, end }), slice, 'a range is another slice');
      const sent = await joinedChunks(streamed.chunks({ start, end }));
      assert.deepEqual(sent, slice, 'checksums computed on the way give another archive');
    }
  },
  weight: 0.3,
  allowedSteps: ({ files, chunkBytes }) => {
    const bytes = files.reduce((sum, file) => sum + file.name.length + file.bytes.length, 0);
    const chunks = files.reduce((sum, file) => sum + 2 + file.bytes.length / chunkBytes, 0);
    return 2000 + 60 * chunks + 600 * files.length * (files.length + 1) + 10 * bytes;
  },
});

async function* chunksOf(bytes: Uint8Array, { start, end }: Range, chunkBytes: number) {
  for (let at = start; at < end; at += chunkBytes) {
    yield bytes.subarray(at, Math.min(at + chunkBytes, end));
  }
}

async function joinedChunks(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(Uint8Array.from(chunk));
  return Buffer.concat(all);
}

/** The directory at the end names each file, where its header and bytes are (APPNOTE.TXT 4.3.12 and 4.3.16). */
function checkArchive(archive: Buffer, files: Input['files']): void {
  const end = archive.length - DIRECTORY_END_BYTES;
  assert.equal(archive.readUInt16LE(end + 10), files.length);
  let at = archive.readUInt32LE(end + 16);
  for (const { name, bytes } of files) {
    assert.equal(archive.readUInt32LE(at + 16), crc32(bytes));
    const nameBytes = archive.readUInt16LE(at + 28);
    assert.equal(
      archive.toString('utf8', at + 46, at + 46 + nameBytes),
      Buffer.from(name).toString(),
    );
    const header = archive.readUInt32LE(at + 42);
    const dataAt =
      header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
    assert.deepEqual(archive.subarray(dataAt, dataAt + bytes.length), Buffer.from(bytes));
    at += 46 + nameBytes + archive.readUInt16LE(at + 30);
  }
  assert.equal(at, end, 'the directory has another length');
}
