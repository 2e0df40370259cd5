// Indexers of arriving videos: their weight stays bounded, a dropped one is created again, and they share the event
// loop.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { MP4_BOMBS } from '#testing/index-bombs.ts';
import { mp4File } from '#testing/mp4-files.ts';
import { recorded } from '#testing/webm-files.ts';
import { createIntake } from './intake.ts';
import { createArrivingIndexers, FeedTurns, indexStoredBytes } from './video-indexer.ts';

const turns = new FeedTurns();
const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 60_000;
const PIECE_BYTES = 20_000;

let folder: string;
let storage: DiskStorage;
let readBytes = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-arriving-'));
  storage = await DiskStorage.open(folder);
  const read = storage.read.bind(storage);
  storage.read = (key, range) => {
    readBytes += range.end - range.start;
    return read(key, range);
  };
});
afterAll(() => rm(folder, { recursive: true }));

async function* bytes(...pieces: Uint8Array[]) {
  yield* pieces;
}

it('together weigh no more than they may, and every video is indexed to its end', async () => {
  const videos = [await recorded('vp8-opus'), await mp4File('h264-opus')];
  const arriving = createArrivingIndexers(MAX_BYTES);
  const intake = createIntake(storage, { arriving });
  const crowd = Array.from({ length: 20 }, (_, number) => ({
    key: `recordings/crowd-${number}`,
    video: videos[number % videos.length] as Uint8Array,
  }));
  let heaviestBytes = 0;
  for (let offset = 0; offset < 60_000; offset += PIECE_BYTES) {
    for (const { key, video } of crowd) {
      const piece = video.subarray(offset, offset + PIECE_BYTES);
      if (piece.length > 0) await intake.append(key, { offset, source: bytes(piece) });
      heaviestBytes = Math.max(heaviestBytes, arriving.calculatedSize);
    }
  }
  expect(heaviestBytes).toBeGreaterThan(MAX_BYTES / 2);
  expect(heaviestBytes).toBeLessThanOrEqual(MAX_BYTES);
  for (const { key } of crowd) {
    const { index } = await intake.close(key);
    expect(index).toEqual((await indexStoredBytes({ storage, key, turns })).index);
  }
});

it('one that is dropped while its piece arrives loses nothing', async () => {
  const video = await recorded('vp8-opus');
  const arriving = createArrivingIndexers(MAX_BYTES);
  const intake = createIntake(storage, { arriving });
  const key = 'recordings/dropped';
  async function* slowly() {
    yield video.subarray(0, PIECE_BYTES);
    // The wait is long enough for the writer to store the piece.
    while (((await storage.size(key)) ?? 0) < PIECE_BYTES) await new Promise(setImmediate);
    const others = Array.from({ length: 20 }, (_, number) => `recordings/other-${number}`);
    for (const other of others) {
      await intake.append(other, { offset: 0, source: bytes(video.subarray(0, PIECE_BYTES)) });
    }
    expect(arriving.has(key)).toBe(false);
    yield video.subarray(PIECE_BYTES);
  }
  const { sizeBytes } = await intake.append(key, { offset: 0, source: slowly() });
  expect(sizeBytes).toBe(video.length);
  expect((await intake.read(key)).index).toEqual(
    (await indexStoredBytes({ storage, key, turns })).index,
  );
});

it('of a connection that breaks often are not made again of the stored bytes', async () => {
  const video = await recorded('vp8-opus');
  const intake = createIntake(storage);
  const key = 'recordings/rough-connection';
  readBytes = 0;
  async function* breaking(from: number) {
    yield video.subarray(from, from + 5000);
    throw new Error('the connection is gone');
  }
  for (let offset = 0; offset < video.length; offset += 5000) {
    await intake.append(key, { offset, source: breaking(offset) });
  }
  expect(readBytes).toBe(0);
  expect((await intake.close(key)).index).toEqual(
    (await indexStoredBytes({ storage, key, turns })).index,
  );
});

it('of a video that is damaged before its first frame are dropped, and nothing of it is kept', async () => {
  const arriving = createArrivingIndexers();
  const intake = createIntake(storage, { arriving });
  for (const [what, bomb] of Object.entries(MP4_BOMBS)) {
    const key = 'recordings/bomb';
    const append = intake.append(key, { offset: 0, source: bytes(bomb) });
    if (what.includes('no bytes')) {
      await expect(append).rejects.toMatchObject({ code: 'unreadable_video' });
      expect(await storage.size(key)).toBeUndefined();
    } else {
      await append.catch(() => undefined);
    }
    await intake.discard(key);
  }
  expect(arriving.calculatedSize).toBe(0);
});

it('reads a quarter of a megabyte in a turn, of each video in its turn', async () => {
  const turns = new FeedTurns();
  const read: { name: string; turn: number; bytes: number }[] = [];
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const feed = async (name: string) => {
    for await (const part of turns.partsOf(new Uint8Array(MEGABYTE))) {
      read.push({ name, turn, bytes: part.length });
    }
  };
  await Promise.all(['a', 'b', 'c'].map(feed));
  isOver = true;
  const byTurn = Map.groupBy(read, (part) => part.turn);
  for (const parts of byTurn.values()) {
    expect(parts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MEGABYTE / 4);
  }
  expect(read.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(3 * MEGABYTE);
  const firstOf = (name: string) => read.findIndex((part) => part.name === name);
  expect(Math.max(...['a', 'b', 'c'].map(firstOf))).toBeLessThan(12);
});
