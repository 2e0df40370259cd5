// Watching: a player's requests read what is new and nothing twice, and always see the file that the bytes make.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import type { Storage } from '#server/storage/storage.ts';
import { mp4File } from '#testing/mp4-files.ts';
import { recorded } from '#testing/webm-files.ts';
import { virtualLayout } from './video-container.ts';
import { FeedTurns, indexStored } from './video-indexer.ts';
import { createWatchedVideos } from './watched-videos.ts';

const turns = new FeedTurns();
const videos = { WebM: await recorded('vp8-opus'), MP4: await mp4File('h264-opus') };

let folder: string;
let disk: DiskStorage;
let readBytes: number;
let keys = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-watched-'));
  disk = await DiskStorage.open(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  readBytes = 0;
});

/** The disk with other reading. */
function withRead(read: Storage['read']): Storage {
  return new Proxy(disk, {
    get(target, name) {
      if (name === 'read') return read;
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The disk, and how many bytes are asked of it. */
const counted = () =>
  withRead((key, range) => {
    readBytes += range.end - range.start;
    return disk.read(key, range);
  });

function freshKey(): string {
  keys += 1;
  return `recordings/${keys}/video.webm`;
}

async function storedIndex(key: string) {
  return (await indexStored({ storage: disk, key, turns })).index;
}

async function layoutOf(key: string) {
  const index = await storedIndex(key);
  return index && virtualLayout(index);
}

describe.each(Object.entries(videos))('%s that still arrives', (_, video) => {
  it('is read once, however often it is asked for', async () => {
    const watched = createWatchedVideos(counted());
    const key = freshKey();
    let shown = 0;
    for (let end = 4000; end < video.length; end += 4000) {
      await disk.put(key, video.subarray(0, end));
      const [first, second] = await Promise.all([watched.growing(key), watched.growing(key)]);
      expect(first?.layout ?? null).toEqual(await layoutOf(key));
      expect(second).toBe(first);
      expect(readBytes).toBe(end);
      if (first) shown += 1;
    }
    expect(shown).toBeGreaterThan(4);
  });

  it('is made again when there is less of it than before', async () => {
    const watched = createWatchedVideos(counted());
    const key = freshKey();
    await disk.put(key, video);
    await watched.growing(key);
    await disk.put(key, video.subarray(0, 20_000));
    expect((await watched.growing(key))?.layout).toEqual(await layoutOf(key));
  });
});

describe('a video that still arrives', () => {
  it('of which nothing came, or that is none, cannot be played', async () => {
    const watched = createWatchedVideos(disk);
    expect(await watched.growing(freshKey())).toBeNull();
    const key = freshKey();
    await disk.put(key, Buffer.from('not a video'));
    expect(await watched.growing(key)).toBeNull();
  });

  it('can be asked for again after the storage failed half-way', async () => {
    const key = freshKey();
    await disk.put(key, videos.WebM.subarray(0, 10_000));
    let fails = false;
    async function* failing(stream: AsyncIterable<Uint8Array>) {
      for await (const chunk of stream) {
        yield chunk.subarray(0, 5000);
        if (fails) throw new Error('the disk is gone');
        yield chunk.subarray(5000);
      }
    }
    const storage = withRead(async (...asked) => Readable.from(failing(await disk.read(...asked))));
    const watched = createWatchedVideos(storage);
    await watched.growing(key);
    await disk.put(key, videos.WebM);
    fails = true;
    await expect(watched.growing(key)).rejects.toThrow('the disk is gone');
    fails = false;
    expect((await watched.growing(key))?.layout).toEqual(await layoutOf(key));
  });

  it('is let go when there is no room, and made again', async () => {
    const watched = createWatchedVideos(counted(), { mostBytes: 30_000 });
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
  it('has its index read once, and again when it was closed again', async () => {
    const watched = createWatchedVideos(counted());
    const key = freshKey();
    await disk.put(key, videos.MP4);
    const index = await storedIndex(key);
    let reads = 0;
    const readIndex = async () => {
      reads += 1;
      return JSON.parse(JSON.stringify(index));
    };
    const first = await watched.closed(key, 'first', readIndex);
    expect(await watched.closed(key, 'first', readIndex)).toBe(first);
    expect([reads, readBytes]).toEqual([1, 0]);
    expect(first).toEqual({ layout: await layoutOf(key), container: 'mp4' });
    await watched.closed(key, 'second', readIndex);
    expect(reads).toBe(2);
  });

  it.each([
    ['missing', null],
    ['of another version', { container: 'webm', version: 9 }],
  ])('whose index is %s is read from its bytes, once', async (_what, stored) => {
    const watched = createWatchedVideos(counted());
    const key = freshKey();
    await disk.put(key, videos.WebM);
    for (let request = 0; request < 3; request += 1) {
      const video = await watched.closed(key, 'first', async () => stored);
      expect(video?.layout).toEqual(await layoutOf(key));
    }
    expect(readBytes).toBe(videos.WebM.length);
  });
});
