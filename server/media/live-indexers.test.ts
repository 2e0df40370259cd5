// Indexers of arriving videos under pressure: their weight stays bounded, and what is let go is made again.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import { MP4_BOMBS } from '#testing/index-bombs.ts';
import { mp4File } from '#testing/mp4-files.ts';
import { recorded } from '#testing/webm-files.ts';
import { resumeIndexer } from './fed-indexer.ts';
import { createIntake } from './intake.ts';
import { LiveIndexers } from './live-indexers.ts';

const ROOM_BYTES = 60_000;
const PIECE_BYTES = 20_000;

let folder: string;
let storage: DiskStorage;
let readBytes = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-live-'));
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

it('together weigh no more than there is room for, and every video is indexed to its end', async () => {
  const videos = [await recorded('vp8-opus'), await mp4File('h264-opus')];
  const live = new LiveIndexers(ROOM_BYTES);
  const intake = createIntake(storage, live);
  const arriving = Array.from({ length: 20 }, (_, number) => ({
    key: `recordings/crowd-${number}`,
    video: videos[number % videos.length] as Uint8Array,
  }));
  let heaviestBytes = 0;
  for (let offset = 0; offset < 60_000; offset += PIECE_BYTES) {
    for (const { key, video } of arriving) {
      const piece = video.subarray(offset, offset + PIECE_BYTES);
      if (piece.length > 0) await intake.append(key, { offset, source: bytes(piece) });
      heaviestBytes = Math.max(heaviestBytes, live.weightBytes);
    }
  }
  expect(heaviestBytes).toBeGreaterThan(ROOM_BYTES / 2);
  expect(heaviestBytes).toBeLessThanOrEqual(ROOM_BYTES);
  for (const { key } of arriving) {
    const { index } = await intake.close(key);
    expect(index).toEqual((await resumeIndexer({ storage, key })).indexer.index);
  }
});

it('one that is let go while its piece arrives loses nothing', async () => {
  const video = await recorded('vp8-opus');
  const live = new LiveIndexers(ROOM_BYTES);
  const intake = createIntake(storage, live);
  const key = 'recordings/let-go';
  async function* slowly() {
    yield video.subarray(0, PIECE_BYTES);
    // Long enough for the writer to store what came.
    while (((await storage.size(key)) ?? 0) < PIECE_BYTES) await new Promise(setImmediate);
    const others = Array.from({ length: 20 }, (_, number) => `recordings/other-${number}`);
    for (const other of others) {
      await intake.append(other, { offset: 0, source: bytes(video.subarray(0, PIECE_BYTES)) });
    }
    expect(intake.isArriving(key)).toBe(false);
    yield video.subarray(PIECE_BYTES);
  }
  const { sizeBytes, index } = await intake.append(key, { offset: 0, source: slowly() });
  expect(sizeBytes).toBe(video.length);
  expect(index).toEqual((await resumeIndexer({ storage, key })).indexer.index);
});

it('of a line that breaks again and again are not made again of what is stored', async () => {
  const video = await recorded('vp8-opus');
  const intake = createIntake(storage);
  const key = 'recordings/rough-line';
  readBytes = 0;
  async function* breaking(from: number) {
    yield video.subarray(from, from + 5000);
    throw new Error('the line is gone');
  }
  for (let offset = 0; offset < video.length; offset += 5000) {
    await intake.append(key, { offset, source: breaking(offset) });
  }
  expect(readBytes).toBe(0);
  expect((await intake.close(key)).index).toEqual(
    (await resumeIndexer({ storage, key })).indexer.index,
  );
});

it('of a video that is damaged before its first frame are let go, and nothing of it is kept', async () => {
  const live = new LiveIndexers();
  const intake = createIntake(storage, live);
  for (const [what, bomb] of Object.entries(MP4_BOMBS)) {
    const key = 'recordings/bomb';
    const taken = intake.append(key, { offset: 0, source: bytes(bomb) });
    if (what.includes('no bytes')) {
      await expect(taken).rejects.toMatchObject({ code: 'unreadable_video' });
      expect(await storage.size(key)).toBeUndefined();
    } else {
      await taken.catch(() => undefined);
    }
    await intake.discard(key);
  }
  expect(live.weightBytes).toBe(0);
});
