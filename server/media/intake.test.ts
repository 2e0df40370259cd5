// Intake: the index is correct whichever servers received the pieces, in whatever order of servers and restarts, on a
// disk and in a bucket, for both containers.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { S3Storage } from '#server/storage/s3-storage.ts';
import type { Storage } from '#server/storage/storage.ts';
import { hasCeph, startCeph } from '#testing/ceph.ts';
import { ReadCount } from '#testing/read-count.ts';
import { createIntake } from './intake.ts';
import { indexKey } from './object-keys.ts';
import { FeedTurns, indexStoredBytes } from './video-indexer.ts';

const turns = new FeedTurns();
const fixture = (name: string) =>
  readFile(join(import.meta.dirname, '../../testing/fixtures', name));
const videos = { WebM: await fixture('vp8-opus.webm'), MP4: await fixture('h264-opus.mp4') };
/** Piece size at which no element begins. */
const PIECE_BYTES = 3001;

type Opened = { storage: Storage; close: () => Promise<unknown> };

const places: [string, () => Promise<Opened>][] = [['a disk', openDisk]];
if (hasCeph()) places.push(['a bucket', openBucket]);

async function openDisk(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-intake-'));
  return { storage: await DiskStorage.open(folder), close: () => rm(folder, { recursive: true }) };
}

async function openBucket(): Promise<Opened> {
  const ceph = await startCeph();
  return { storage: await S3Storage.open(await ceph.makeBucket()), close: () => ceph.stop() };
}

async function* bytes(...pieces: Uint8Array[]) {
  yield* pieces;
}

function pieceAt(video: Uint8Array, offset: number) {
  return { offset, source: bytes(video.subarray(offset, offset + PIECE_BYTES)) };
}

/** Indexes the stored bytes alone. */
async function indexOf(storage: Storage, key: string) {
  return (await indexStoredBytes({ storage, key, turns })).index;
}

describe.each(places)("createIntake on %s (a bucket's with 'scripts/provision.mjs')", (_, open) => {
  let opened: Opened;
  let storage: Storage;
  beforeAll(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterAll(() => opened?.close());

  describe.each(Object.entries(videos))('%s', (container, video) => {
    it.each([
      ['one server', () => 0],
      ['two servers in turn', (piece: number) => piece % 2],
      ['a server that starts again for each piece', (piece: number) => piece],
    ])('%s: the state is that of the bytes', async (name, serverOf) => {
      const key = `recordings/${container}-${name.replaceAll(' ', '-')}`;
      const servers = new Map<number, ReturnType<typeof createIntake>>();
      for (let offset = 0, piece = 0; offset < video.length; offset += PIECE_BYTES, piece += 1) {
        const server = servers.get(serverOf(piece)) ?? createIntake(storage);
        servers.set(serverOf(piece), server);
        const state = await server.append(key, pieceAt(video, offset));
        expect(state.sizeBytes).toBe(Math.min(offset + PIECE_BYTES, video.length));
      }
      for (const server of servers.values()) {
        const last = await server.close(key);
        expect(last.index).toEqual(await indexOf(storage, key));
        expect(await storage.size(indexKey(key))).toBeGreaterThan(0);
        expect(last.durationMs).toBeGreaterThan(1000);
      }
    });

    it('nothing reads a chunk again that is reported as stored', async () => {
      const key = `recordings/${container}-emptied`;
      const intake = createIntake(storage);
      const chunks: Uint8Array[] = [];
      let stored = 0;
      const source = async function* () {
        for (let offset = 0; offset < video.length; offset += PIECE_BYTES) {
          const chunk = Uint8Array.from(video.subarray(offset, offset + PIECE_BYTES));
          chunks.push(chunk);
          yield chunk;
        }
      };
      const onStored = (storedBytes: number) => {
        for (; (stored + 1) * PIECE_BYTES <= storedBytes; stored += 1) chunks[stored]?.fill(0);
      };
      await intake.append(key, { offset: 0, source: source(), onStored });
      expect(stored).toBe(Math.floor(video.length / PIECE_BYTES));
      expect(Buffer.from(await storage.readBytes(key, 0, video.length))).toEqual(video);
      expect((await intake.close(key)).index).toEqual(await indexOf(storage, key));
    });

    it('the index of a server that was lost is made again of the bytes, after any piece', async () => {
      const key = `recordings/${container}-lost`;
      const intake = createIntake(storage);
      for (let offset = 0; offset < video.length; offset += PIECE_BYTES) {
        const lost = JSON.stringify(await intake.append(key, pieceAt(video, offset)));
        expect(JSON.stringify(await createIntake(storage).read(key))).toEqual(lost);
      }
    });
  });

  it('what is no video is refused though its pieces come to two servers in turns', async () => {
    const [one, two] = [1, 2].map(() => createIntake(storage, { indexEveryBytes: 100_000 }));
    const key = 'recordings/noise';
    const head = Buffer.from(videos.WebM.subarray(0, 150));
    const pieces = async () => {
      await one?.append(key, { offset: 0, source: bytes(head) });
      for (let offset = head.length, piece = 0; offset < 200_000; offset += 5000, piece += 1) {
        const source = bytes(Buffer.alloc(5000, 1));
        await (piece % 2 === 0 ? two : one)?.append(key, { offset, source });
      }
    };
    await expect(pieces()).rejects.toMatchObject({ code: 'unreadable_video' });
    expect(await storage.size(key)).toBeUndefined();
  });

  it('an index that cannot be kept loses no piece and no end', async () => {
    const failed: string[] = [];
    const full = new Proxy(storage, {
      get(target, name) {
        if (name === 'put') return () => Promise.reject(new Error('full'));
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const intake = createIntake(full, {
      indexEveryBytes: 10_000,
      onIndexFailed: (_error, key) => failed.push(key),
    });
    const key = 'recordings/not-kept';
    const video = videos.WebM;
    for (let offset = 0; offset < video.length; offset += PIECE_BYTES) {
      await intake.append(key, pieceAt(video, offset));
    }
    const { sizeBytes, index } = await intake.close(key);
    expect([sizeBytes, index]).toEqual([video.length, await indexOf(storage, key)]);
    expect(failed.length).toBeGreaterThan(2);
  });

  it('replaces a video with its index, and reads nothing of it again', async () => {
    const reads = new ReadCount();
    const intake = createIntake(reads.of(storage), { indexEveryBytes: 10_000 });
    const [key, by] = ['recordings/streamed', 'recordings/whole'];
    await intake.append(key, { offset: 0, source: bytes(videos.WebM) });
    await intake.append(by, { offset: 0, source: bytes(videos.MP4) });
    await intake.replace(key, by);
    const copied = reads.bytes;
    expect((await intake.close(key)).index).toEqual(await indexOf(storage, key));
    expect(reads.bytes).toBe(copied);
  });

  it('replaces a video a second time, as a transaction does that is repeated', async () => {
    const intake = createIntake(storage);
    const [key, by] = ['recordings/streamed-twice', 'recordings/whole-twice'];
    await intake.append(key, { offset: 0, source: bytes(videos.WebM) });
    await intake.append(by, { offset: 0, source: bytes(videos.MP4) });
    await intake.close(by);
    await intake.replace(key, by);
    await intake.replace(key, by);
    expect(await storage.size(key)).toBe(videos.MP4.length);
    expect((await intake.close(key)).index).toEqual(await indexOf(storage, key));
  });

  it('keeps what arrived of a piece that broke, and refuses one at another offset', async () => {
    const intake = createIntake(storage);
    const key = 'recordings/broken';
    const video = videos.WebM;
    const breaking = async function* () {
      yield video.subarray(0, PIECE_BYTES);
      throw new Error('the connection is gone');
    };
    expect((await intake.append(key, { offset: 0, source: breaking() })).sizeBytes).toBe(
      PIECE_BYTES,
    );
    await expect(intake.append(key, pieceAt(video, 0))).rejects.toMatchObject({
      code: 'upload_offset',
    });
    await intake.append(key, pieceAt(video, PIECE_BYTES));
    expect((await intake.read(key)).index).toEqual(await indexOf(storage, key));
  });

  it('keeps nothing of what is no video, and knows no empty recording', async () => {
    const intake = createIntake(storage);
    const source = bytes(Buffer.from('not a video'));
    await expect(intake.append('recordings/text', { offset: 0, source })).rejects.toMatchObject({
      code: 'wrong_media',
    });
    expect(await storage.size('recordings/text')).toBeUndefined();
    await expect(intake.close('recordings/text')).rejects.toMatchObject({
      code: 'unreadable_video',
    });
  });

  it('waits for the bytes that tell what a video is', async () => {
    const intake = createIntake(storage);
    const key = 'recordings/first-bytes';
    const source = bytes(videos.MP4.subarray(0, 5));
    expect(await intake.append(key, { offset: 0, source })).toEqual({
      sizeBytes: 5,
      durationMs: null,
      index: null,
    });
    await expect(intake.close(key)).rejects.toMatchObject({ code: 'unreadable_video' });
  });
});
