// Archives that are laid out and read again: by another program, also beyond 4 GB, and in ranges.

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type Entry,
  fromBufferPromise,
  fromRandomAccessReaderPromise,
  RandomAccessReader,
  type ZipFile,
} from 'yauzl';
import { readZip } from '#testing/read-zip.ts';
import { type ZipEntry, type ZipLayout, zipLayout } from './zip-layout.ts';
import { zipRange } from './zip-range.ts';

const modifiedAt = new Date('2026-11-22T15:04:06Z');

function file(name: string, content: Uint8Array, method: ZipEntry['method'] = 'stored') {
  const packed = method === 'stored' ? content : deflateRawSync(content);
  const entry: ZipEntry = {
    name,
    method,
    crc32: crc32(content),
    sizeBytes: content.length,
    packedBytes: packed.length,
  };
  return { entry, packed };
}

const files = [
  file('README.txt', Buffer.from('Rückgabe '.repeat(2000)), 'deflated'),
  file('empty.csv', Buffer.alloc(0)),
  file('videos/012_indirect.webm', Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251))),
  file('notes/Übersicht-日本.txt', Buffer.from('x')),
];
const layout = zipLayout(
  files.map(({ entry }) => entry),
  modifiedAt,
);

async function bytesOf(range: { start: number; end: number }, seen: number[] = []) {
  async function* read(entry: number, part: { start: number; end: number }) {
    seen.push(entry);
    yield files[entry]?.packed.subarray(part.start, part.end) ?? Buffer.alloc(0);
  }
  return await buffer(Readable.from(zipRange(layout, range, read)));
}

describe('an archive', () => {
  it('is read by another program', async () => {
    const archive = await bytesOf({ start: 0, end: layout.sizeBytes });
    expect(archive.length).toBe(layout.sizeBytes);
    const read = await readZip(archive);
    expect([...read.keys()]).toEqual(files.map(({ entry }) => entry.name));
    expect(read.get('README.txt')?.toString()).toBe('Rückgabe '.repeat(2000));
    expect(read.get('videos/012_indirect.webm')).toEqual(files[2]?.packed);
  });

  it('without a file is an archive', async () => {
    const empty = zipLayout([], modifiedAt);
    const [part] = empty.parts;
    const bytes = part && 'bytes' in part ? Buffer.from(part.bytes) : Buffer.alloc(0);
    expect((await readZip(bytes)).size).toBe(0);
  });

  it('goes on at any byte, and reads no file before', async () => {
    const archive = await bytesOf({ start: 0, end: layout.sizeBytes });
    for (let start = 0; start < layout.sizeBytes; start += 97) {
      const end = Math.min(layout.sizeBytes, start + 4000);
      expect(await bytesOf({ start, end })).toEqual(archive.subarray(start, end));
    }
    const video = layout.parts.find((part) => 'entry' in part && part.entry === 2);
    const seen: number[] = [];
    await bytesOf({ start: (video?.at ?? 0) + 10, end: layout.sizeBytes }, seen);
    expect(seen).toEqual([2, 3]);
  });

  it('whose file has become shorter breaks off', async () => {
    async function* shorter() {
      yield Buffer.alloc(3);
    }
    const all = buffer(
      Readable.from(zipRange(layout, { start: 0, end: layout.sizeBytes }, shorter)),
    );
    await expect(all).rejects.toThrow('another size');
  });
});

/** Reads a layout whose large files do not exist, because only headers are requested. */
class LaidOut extends RandomAccessReader {
  readonly #layout: ZipLayout;
  constructor(of: ZipLayout) {
    super();
    this.#layout = of;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    async function* nothing(_entry: number, range: { start: number; end: number }) {
      yield Buffer.alloc(range.end - range.start, 'a');
    }
    return Readable.from(zipRange(this.#layout, { start, end }, nothing), { objectMode: false });
  }
}

async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

describe('beyond 4 GB and 65,535 files', () => {
  const GB = 1024 ** 3;
  const content = Buffer.from('aaaa');
  const stored = (name: string, sizeBytes: number): ZipEntry => ({
    name,
    method: 'stored',
    crc32: crc32(content),
    sizeBytes,
    packedBytes: sizeBytes,
  });

  it.each([
    ['a large file, and one behind it', [stored('large', 5 * GB), stored('behind', 4)]],
    ['a size that is the mark of long ones', [stored('edge', 0xffffffff), stored('behind', 4)]],
  ])('%s', async (_what, entries) => {
    const large = zipLayout(entries, modifiedAt);
    const reader = new LaidOut(large);
    const options = { autoClose: false };
    const zip = await fromRandomAccessReaderPromise(reader, large.sizeBytes, options);
    const read = await entriesOf(zip);
    expect(read.map((entry) => [entry.fileName, entry.uncompressedSize])).toEqual(
      entries.map(({ name, sizeBytes }) => [name, sizeBytes]),
    );
    const [, behind] = read;
    if (!behind) throw new Error('no file');
    expect(await buffer(await zip.openReadStreamPromise(behind))).toEqual(content);
    expect(behind.getLastModDate({ timezone: 'UTC' })).toEqual(modifiedAt);
  });

  it('many files', async () => {
    const entries = Array.from({ length: 70_000 }, (_, at) => stored(`${at}`, content.length));
    const many = zipLayout(entries, modifiedAt);
    const parts = many.parts.map((part) => ('bytes' in part ? part.bytes : content));
    const zip = await fromBufferPromise(Buffer.concat(parts));
    const read = await entriesOf(zip);
    expect([zip.entryCount, read.length, read.at(-1)?.fileName]).toEqual([70_000, 70_000, '69999']);
  });
});
