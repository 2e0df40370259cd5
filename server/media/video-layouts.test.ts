// Watching: a player's requests read only new bytes and none twice, and always return the file that the bytes make.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import type { ByteRange, Storage } from '#server/storage/storage.ts';
import { mp4File } from '#testing/mp4-files.ts';
import { recorded } from '#testing/webm-files.ts';
import { indexKey } from './object-keys.ts';
import { storeIndex } from './stored-index.ts';
import { virtualLayout } from './video-container.ts';
import { FeedTurns, indexStoredBytes } from './video-indexer.ts';
import { createVideoLayouts } from './video-layouts.ts';

const turns = new FeedTurns();
const videos = { WebM: await recorded('vp8-opus'), MP4: await mp4File('h264-opus') };

let folder: string;
let disk: DiskStorage;
let readBytes: number;
let readKeys: string[];
let keys = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-watched-'));
  disk = await DiskStorage.open(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  readBytes = 0;
  readKeys = [];
});

type Reads = Pick<Storage, 'read' | 'chunks'>;

/** Returns the disk with some of its read functions replaced. */
function withReads(reads: Partial<Reads>): Storage {
  return new Proxy(disk, {
    get(target, name) {
      if (name in reads) return reads[name as keyof Reads];
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function note(key: string, { start, end }: ByteRange): void {
  readBytes += end - start;
  readKeys.push(key);
}

/** Returns the disk, and counts the bytes that are read from it. */
const countingDisk = () =>
  withReads({
    read: (key, range) => {
      note(key, range);
      return disk.read(key, range);
    },
    chunks: (key, range) => {
      note(key, range);
      return disk.chunks(key, range);
    },
  });

function freshKey(): string {
  keys += 1;
  return `recordings/${keys}/video.webm`;
}

async function storedIndex(key: string) {
  return (await indexStoredBytes({ storage: disk, key, turns })).index;
}

async function layoutOf(key: string) {
  const index = await storedIndex(key);
  return index && virtualLayout(index);
}

describe.each(Object.entries(videos))('%s that still arrives', (_, video) => {
  it('is read once, however often it is asked for', async () => {
    const watched = createVideoLayouts(countingDisk());
    const key = freshKey();
    let playableCount = 0;
    for (let end = 4000; end < video.length; end += 4000) {
      await disk.put(key, video.subarray(0, end));
      const [first, second] = await Promise.all([watched.growing(key), watched.growing(key)]);
      expect(first?.layout ?? null).toEqual(await layoutOf(key));
      expect(second).toBe(first);
      expect(readBytes).toBe(end);
      if (first) playableCount += 1;
    }
    expect(playableCount).toBeGreaterThan(4);
  });

  it('is made again when there is less of it than before', async () => {
    const watched = createVideoLayouts(countingDisk());
    const key = freshKey();
    await disk.put(key, video);
    await watched.growing(key);
    await disk.put(key, video.subarray(0, 20_000));
    expect((await watched.growing(key))?.layout).toEqual(await layoutOf(key));
  });
});

describe('a video that still arrives', () => {
  it('of which nothing came, or that is none, cannot be played', async () => {
    const watched = createVideoLayouts(disk);
    expect(await watched.growing(freshKey())).toBeNull();
    const key = freshKey();
    await disk.put(key, Buffer.from('not a video'));
    expect(await watched.growing(key)).toBeNull();
  });

  it('can be asked for again after the storage failed half-way', async () => {
    const key = freshKey();
    await disk.put(key, videos.WebM.subarray(0, 10_000));
    let fails = false;
    async function* failing(chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        yield chunk.subarray(0, 5000);
        if (fails) throw new Error('the disk is gone');
        yield chunk.subarray(5000);
      }
    }
    const chunks: Reads['chunks'] = (...range) => failing(disk.chunks(...range));
    const watched = createVideoLayouts(withReads({ chunks }));
    await watched.growing(key);
    await disk.put(key, videos.WebM);
    fails = true;
    await expect(watched.growing(key)).rejects.toThrow('the disk is gone');
    fails = false;
    expect((await watched.growing(key))?.layout).toEqual(await layoutOf(key));
  });

  it('is let go when there is no room, and made again', async () => {
    const watched = createVideoLayouts(countingDisk(), { mostBytes: 30_000 });
    const [one, other] = [freshKey(), freshKey()];
    await disk.put(one, videos.WebM);
    await disk.put(other, videos.WebM);
    await watched.growing(one);
    for (let others = 0; others < 10; others += 1) {
      const key = freshKey();
      await disk.put(key, videos.WebM);
      await watched.growing(key);
    }
    readBytes = 0;
    await watched.growing(one);
    expect(readBytes).toBe(videos.WebM.length);
  });
});

describe('a closed video', () => {
  const closedAs = (closing: string, video: Uint8Array) => ({
    closing,
    sizeBytes: video.length,
  });

  it.each(Object.entries(videos))(
    '%s has its kept index read once, and again when it was closed again',
    async (_what, video) => {
      const watched = createVideoLayouts(countingDisk());
      const key = freshKey();
      await disk.put(key, video);
      await storeIndex(
        { storage: disk, key },
        await indexStoredBytes({ storage: disk, key, turns }),
      );
      const first = await watched.closed(key, closedAs('first', video));
      expect(first?.layout).toEqual(await layoutOf(key));
      const once = readKeys.length;
      expect(await watched.closed(key, closedAs('first', video))).toBe(first);
      expect(readKeys).toHaveLength(once);
      await watched.closed(key, closedAs('second', video));
      expect(readKeys).toEqual([indexKey(key), indexKey(key)]);
    },
  );

  it('has each stretch cut once, and again when it was closed again with another video', async () => {
    const watched = createVideoLayouts(countingDisk());
    const key = freshKey();
    const stretch = { fromMs: 500, toMs: 1500 };
    await disk.put(key, videos.WebM);
    const cut = () => watched.cut(key, closedAs('first', videos.WebM), stretch);
    const first = await cut();
    expect(first).not.toBeNull();
    const reads = readKeys.length;
    expect(await cut()).toBe(first);
    expect(readKeys).toHaveLength(reads);
    const again = await watched.cut(key, closedAs('second', videos.WebM), stretch);
    expect(again).not.toBe(first);
  });

  it.each<[string, (key: string) => Promise<unknown>]>([
    ['missing', async () => undefined],
    ['damaged', (key) => disk.put(indexKey(key), Buffer.from('not an index'))],
    [
      'of another video',
      async (key) => {
        const other = { storage: disk, key: freshKey(), turns };
        await disk.put(other.key, videos.MP4);
        await storeIndex({ storage: disk, key }, await indexStoredBytes(other));
      },
    ],
    [
      'short',
      async (key) => {
        const other = { storage: disk, key: freshKey(), turns };
        await disk.put(other.key, videos.WebM.subarray(0, 20_000));
        await storeIndex({ storage: disk, key }, await indexStoredBytes(other));
      },
    ],
  ])('whose index is %s is read from its bytes, once for all servers', async (_what, keep) => {
    const key = freshKey();
    await disk.put(key, videos.WebM);
    await keep(key);
    for (let server = 0; server < 3; server += 1) {
      const watched = createVideoLayouts(countingDisk());
      const video = await watched.closed(key, closedAs('first', videos.WebM));
      expect(video?.layout).toEqual(await layoutOf(key));
    }
    expect(readKeys.filter((read) => read === key)).toHaveLength(1);
  });

  it('of which a restored storage has nothing cannot be played until it has', async () => {
    const watched = createVideoLayouts(disk);
    const key = freshKey();
    expect(await watched.closed(key, closedAs('first', videos.WebM))).toBeNull();
    await disk.put(key, videos.WebM);
    expect((await watched.closed(key, closedAs('first', videos.WebM)))?.layout).toEqual(
      await layoutOf(key),
    );
  });
});
