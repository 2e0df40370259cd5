// system.health: `ok` only while the server can store what participants record.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';

const FLOOR_BYTES = 1024 ** 3;

let app: TestApp;
let free = FLOOR_BYTES;
const readFreeBytes = vi.fn(async () => free);
beforeAll(async () => {
  app = await startTestApp({
    env: { FREE_SPACE_FLOOR_BYTES: String(FLOOR_BYTES) },
    freeBytes: readFreeBytes,
  });
});
afterAll(() => app.close());

const health = async () => {
  const { status, body } = await app.anyone.get('/api/health');
  return [status, body];
};

it('tells plenty of space, little, and none apart', async () => {
  expect(await health()).toEqual([200, { status: 'ok', newSessions: true }]);
  free = FLOOR_BYTES / 2;
  expect(await health()).toEqual([200, { status: 'ok', newSessions: false }]);
  for (free of [FLOOR_BYTES / 10, 0]) {
    expect(await health()).toEqual([
      503,
      { code: 'unavailable', message: 'The disk is full: nothing can be stored.' },
    ]);
  }
  free = FLOOR_BYTES;
  expect(await health()).toEqual([200, { status: 'ok', newSessions: true }]);
});

it('counts a disk that does not answer as one that cannot store', async () => {
  readFreeBytes.mockRejectedValueOnce(new Error('EIO'));
  expect((await health())[0]).toBe(503);
});

it('counts media that cannot be stored as a failure, also while the disk has space', async () => {
  const { storage } = app.parts;
  const append = vi.spyOn(storage, 'append').mockRejectedValue(new Error('EACCES'));
  try {
    expect(await health()).toEqual([
      503,
      { code: 'unavailable', message: 'Recordings cannot be stored.' },
    ]);
  } finally {
    append.mockRestore();
  }
  expect((await health())[0]).toBe(200);
});
