// The stored index: an indexer continues from it as if it had been fed from the beginning, wherever it was stored. An
// index of another video is ignored.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { longVideos } from '#testing/long-videos.ts';
import { MP4_FILES, mp4File } from '#testing/mp4-files.ts';
import { ReadCount } from '#testing/read-count.ts';
import { RECORDED, recorded } from '#testing/webm-files.ts';
import { indexKey } from './object-keys.ts';
import { indexUpTo, readStoredIndex, storeIndex } from './stored-index.ts';
import { FeedTurns, indexStoredBytes, VideoIndexer } from './video-indexer.ts';

const turns = new FeedTurns();
const reads = new ReadCount();
let folder: string;
let disk: DiskStorage;
let keys = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-kept-'));
  disk = await DiskStorage.open(folder);
});
afterAll(() => rm(folder, { recursive: true }));

async function stored(video: Uint8Array) {
  keys += 1;
  const key = `recordings/${keys}/video.webm`;
  await disk.put(key, video);
  return { storage: reads.of(disk), key, turns };
}

function fed(...parts: Uint8Array[]): VideoIndexer {
  const indexer = new VideoIndexer();
  for (const part of parts) indexer.feed(part);
  return indexer;
}

const files: [string, Uint8Array][] = [];
for (const name of RECORDED) files.push([name, await recorded(name)]);
for (const name of MP4_FILES) files.push([name, await mp4File(name)]);

it.each(files)('%s goes on from any place where its index was kept', async (_name, file) => {
  const video = await stored(file);
  const { index } = fed(file);
  for (let end = 997; end < file.length; end += 1999) {
    await storeIndex(video, fed(file.subarray(0, end)));
    const storedIndex = await readStoredIndex(video);
    if (!storedIndex) continue;
    expect(storedIndex.coveredBytes).toBe(end);
    storedIndex.indexer.feed(file.subarray(storedIndex.indexer.fedBytes));
    expect(storedIndex.indexer.index).toEqual(index);
  }
});

it('a file that is damaged stays readable up to the damage', async () => {
  const file = Uint8Array.from(await recorded('vp8-opus'));
  file.fill(0, 20_000, 30_000);
  const video = await stored(file);
  const whole = fed(file);
  expect(whole.stopped).toBe(true);
  await storeIndex(video, fed(file.subarray(0, 35_000)));
  const again = await indexUpTo(video, file.length);
  expect([again.index, again.fedBytes]).toEqual([whole.index, file.length]);
});

describe.each(Object.entries(longVideos))('a kept index of a long %s', (_container, make) => {
  const LENGTH = 3_000_000;
  const KEPT = 2_500_000;

  it('spares what it covers: a server reads the rest', async () => {
    const file = await make(LENGTH);
    const video = await stored(file);
    await storeIndex(video, fed(file.subarray(0, KEPT)));
    reads.reset();
    const { index } = await indexUpTo(video, file.length);
    expect(index).toEqual(fed(file).index);
    // The reads are an index and the fragment that had begun.
    expect(reads.bytes).toBeLessThan(file.length - KEPT + 100_000);
  });

  it.each<[string, (key: string, file: Uint8Array) => Promise<unknown>]>([
    ['missing', async () => undefined],
    ['no archive', (key) => disk.put(indexKey(key), Buffer.from('{}'))],
    ['empty', (key) => disk.put(indexKey(key), Buffer.alloc(0))],
    ['no JSON', (key) => disk.put(indexKey(key), gzipSync('{"version":1'))],
    [
      'of another version',
      (key) => changed(key, (storedIndex) => ({ ...storedIndex, version: 2 })),
    ],
    [
      'of another form',
      (key) => changed(key, (storedIndex) => ({ ...storedIndex, index: { container: 'mp4' } })),
    ],
    [
      'cut off',
      async (key) => {
        const bytes = await disk.readBytes(indexKey(key), 0, 200);
        await disk.put(indexKey(key), bytes);
      },
    ],
    [
      'an archive of gigabytes',
      (key) => disk.put(indexKey(key), gzipSync(Buffer.alloc(40_000_000))),
    ],
    [
      'of another video',
      async (key, file) => {
        const other = Uint8Array.from(file);
        other.fill(7, KEPT - 100, KEPT);
        await storeIndex({ storage: disk, key }, fed(other.subarray(0, KEPT)));
      },
    ],
    [
      'of a longer video',
      async (key, file) => {
        await storeIndex({ storage: disk, key }, fed(file, file.subarray(-5000)));
      },
    ],
  ])('that is %s is passed over', async (what, spoil) => {
    const file = await make(LENGTH);
    const video = await stored(file);
    await storeIndex(video, fed(file.subarray(0, KEPT)));
    await (what === 'missing' ? disk.delete(indexKey(video.key)) : spoil(video.key, file));
    reads.reset();
    const indexer = await indexUpTo(video, file.length);
    expect(indexer.index).toEqual((await indexStoredBytes({ ...video, storage: disk })).index);
    expect(reads.bytes).toBeGreaterThanOrEqual(file.length);
  });
});

async function changed(key: string, change: (storedIndex: object) => object): Promise<void> {
  const bytes = await disk.readBytes(indexKey(key), 0, 10_000_000);
  const storedIndex = JSON.parse(gunzipSync(bytes).toString());
  await disk.put(indexKey(key), gzipSync(JSON.stringify(change(storedIndex))));
}
