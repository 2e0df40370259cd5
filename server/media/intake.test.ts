// Intake: the index is right whoever received the pieces, in whatever order of servers and restarts.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskStorage } from '#server/storage/disk-storage.ts';
import type { Storage } from '#server/storage/storage.ts';
import { createIntake } from './intake.ts';
import { buildIndex } from './video-index.build.ts';

const video = await readFile(join(import.meta.dirname, '../../testing/fixtures/vp8-opus.webm'));
/** Cut where no element begins. */
const PIECE_BYTES = 3001;

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-intake-'));
  storage = await DiskStorage.open(folder);
});
afterAll(() => rm(folder, { recursive: true }));

async function* bytes(...pieces: Uint8Array[]) {
  yield* pieces;
}

function pieceAt(offset: number) {
  return { offset, source: bytes(video.subarray(offset, offset + PIECE_BYTES)) };
}

describe('createIntake', () => {
  it.each([
    ['one server', () => 0],
    ['two servers in turn', (piece: number) => piece % 2],
    ['a server that starts anew for each piece', (piece: number) => piece],
  ])('%s: the state is that of the bytes', async (name, serverOf) => {
    const key = `recordings/${name.replaceAll(' ', '-')}`;
    const servers = new Map<number, ReturnType<typeof createIntake>>();
    for (let offset = 0, piece = 0; offset < video.length; offset += PIECE_BYTES, piece += 1) {
      const server = servers.get(serverOf(piece)) ?? createIntake(storage);
      servers.set(serverOf(piece), server);
      const state = await server.append(key, pieceAt(offset));
      expect(state.sizeBytes).toBe(Math.min(offset + PIECE_BYTES, video.length));
    }
    for (const server of servers.values()) {
      const last = await server.close(key);
      expect(last.index).toEqual(await buildIndex(storage, key));
      expect(last.durationMs).toBeGreaterThan(1000);
    }
  });

  it('keeps what arrived of a piece that broke, and refuses one at another offset', async () => {
    const intake = createIntake(storage);
    const key = 'recordings/broken';
    const breaking = async function* () {
      yield video.subarray(0, PIECE_BYTES);
      throw new Error('the connection is gone');
    };
    expect((await intake.append(key, { offset: 0, source: breaking() })).sizeBytes).toBe(
      PIECE_BYTES,
    );
    await expect(intake.append(key, pieceAt(0))).rejects.toMatchObject({ code: 'upload_offset' });
    await intake.append(key, pieceAt(PIECE_BYTES));
    expect((await intake.read(key)).index).toEqual(await buildIndex(storage, key));
  });

  it('keeps nothing of what is no WebM, and knows no empty recording', async () => {
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
});
