// stills.*: stored once, checked, seen by the workspace's members, removed with what they belong to.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import { stills } from '#contract/stills.api.ts';
import { recordingPrefix } from '#server/media/object-keys.ts';
import { StorageFull } from '#server/storage/storage.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { bearer, sendForm, sendPiece, sentVideo, startSession } from '#testing/participant.ts';

const picture = (width: number, height: number, background = '#0a4') =>
  sharp({ create: { width, height, channels: 3, background } });
const webp = (width: number, height: number, background?: string) =>
  picture(width, height, background).webp().toBuffer();
const sheet = await webp(1280, 288);
const poster = await webp(640, 360);
const jpeg = await picture(1280, 288).jpeg().toBuffer();

/** Cases: title, bytes, expected error code. */
const noStills: [string, Buffer, string][] = [
  ['a cut JPEG', jpeg.subarray(0, jpeg.length - 20), 'unreadable_image'],
  ['a cut file', sheet.subarray(0, sheet.length - 20), 'unreadable_image'],
  ['a picture that is too wide', await webp(1285, 288), 'unreadable_image'],
  ['a picture that cannot be a grid', await webp(1279, 288), 'unreadable_image'],
  ['a picture of next to nothing', await webp(5, 2), 'unreadable_image'],
  ['a PNG under another name', await picture(1280, 288).png().toBuffer(), 'wrong_media'],
  ['a program', Buffer.from('<svg onload="alert(1)"/>'), 'wrong_media'],
  ['too many bytes', Buffer.alloc(300_000), 'too_large'],
];

let app: TestApp;
let owner: TestClient;
let stranger: TestClient;
let test: { _id: string; uniqueId: string; company: string; name: string };
let session: StartedSession;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  stranger = await app.signIn('stranger@example.com', { company: 'Other' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const form = { name: 'T', task: 't', figmaUrl: 'https://example.com/page' };
  test = (await owner.post('/api/tests', form)).body;
  session = await startSession(app.anyone, test);
  const stored = await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
  expect(stored.status).toBe(204);
});

function put(path: string, body: Buffer, type = 'image/webp') {
  return app.anyone.send(`/api/sessions/${session._id}/${path}`, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: { ...bearer(session), 'content-type': type },
  });
}

async function detail() {
  const path = `/api/tests/${test.uniqueId}/${test._id}/x/y/${session.userTimestamp}`;
  return (await owner.get(path, { accept: 'application/json' })).body;
}

async function objects(): Promise<string[]> {
  const keys: string[] = [];
  const prefix = recordingPrefix(session._id);
  for await (const { key } of app.parts.storage.list(prefix)) keys.push(key.slice(prefix.length));
  return keys.toSorted();
}

describe('a sheet', () => {
  it('is listed with its times while the session runs, and shown to members only', async () => {
    expect(await detail()).toMatchObject({ stills: [], posterUrl: null });
    expect((await put('stills/1?timesMs=20002,22010', sheet)).status).toBe(200);
    expect((await put('stills/0?timesMs=0,2001,4003', sheet)).status).toBe(200);
    const { stills: listed } = await detail();
    const url = (number: number) => `/api/recordings/${session._id}/stills/${number}`;
    expect(listed).toEqual([
      { url: url(0), width: 256, height: 144, timesMs: [0, 2001, 4003] },
      { url: url(1), width: 256, height: 144, timesMs: [20002, 22010] },
    ]);
    const response = await owner.fetch(url(0));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(Buffer.from(await response.arrayBuffer()).equals(sheet)).toBe(true);
    const etag = response.headers.get('etag') ?? '';
    const again = await owner.fetch(url(0), { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await stranger.get(url(0))).status).toBe(404);
    expect((await app.anyone.get(url(0))).status).toBe(401);
    expect((await owner.get(url(2))).status).toBe(404);
  });

  it('stays as it was first stored', async () => {
    await put('stills/0?timesMs=0,2000', sheet);
    const again = await put('stills/0?timesMs=100,3000', await webp(640, 288, '#f00'));
    expect(again.status).toBe(200);
    const recording = await detail();
    expect(recording.stills).toMatchObject([{ width: 256, timesMs: [0, 2000] }]);
    const response = await owner.fetch(recording.stills[0].url);
    expect(Buffer.from(await response.arrayBuffer()).equals(sheet)).toBe(true);
  });

  it('may be a JPEG, and may come after the session was finished', async () => {
    const form = new FormData();
    form.append('upload', session.uploadUrl.split('/').at(-1) ?? '');
    await sendForm(app.anyone, test, { form, session });
    expect((await put('stills/0?timesMs=0', jpeg, 'image/jpeg')).status).toBe(200);
    const response = await owner.fetch((await detail()).stills[0].url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});

describe('a poster', () => {
  const posterUrls = async () => {
    const list = (await owner.get(`/api/tests/${test._id}/recordings`)).body.items;
    const [info] = (await owner.get(`/api/tests/${test._id}`)).body.recordings_info;
    return [(await detail()).posterUrl, list[0].posterUrl, info.posterUrl];
  };

  it('is listed wherever the recording is, under another address for another picture', async () => {
    expect(await posterUrls()).toEqual([null, null, null]);
    await put('poster?timeMs=1200', poster);
    const url = (timeMs: number) => `/api/recordings/${session._id}/poster?at=${timeMs}`;
    expect(await posterUrls()).toEqual([url(1200), url(1200), url(1200)]);
    const first = await owner.fetch(url(1200));
    expect(Buffer.from(await first.arrayBuffer()).equals(poster)).toBe(true);
    const later = await webp(360, 640, '#00f');
    expect((await put('poster?timeMs=20000', later)).status).toBe(200);
    expect((await put('poster?timeMs=1200', poster)).status).toBe(200);
    expect((await posterUrls())[0]).toBe(url(20000));
    const response = await owner.fetch(url(20000));
    expect(response.headers.get('etag')).not.toBe(first.headers.get('etag'));
    expect(Buffer.from(await response.arrayBuffer()).equals(later)).toBe(true);
    expect((await stranger.get(url(20000))).status).toBe(404);
  });
});

describe('what is refused', () => {
  it.each(noStills)('%s', async (_what, body, code) => {
    const answer = await put('stills/0?timesMs=0', body);
    expect(answer.body.code).toBe(code);
    expect(await objects()).toEqual(['/video.webm']);
  });

  it('more calls than a browser makes', async () => {
    const answers: number[] = [];
    for (let call = 0; call <= stills.storeSheet.rate.calls; call += 1) {
      answers.push((await put('stills/180?timesMs=0', sheet)).status);
    }
    expect([answers[0], answers.at(-1)]).toEqual([404, 429]);
  });

  it('while the storage is full', async () => {
    const full = vi
      .spyOn(app.parts.storage, 'put')
      .mockRejectedValueOnce(new StorageFull('k', 0, null));
    expect((await put('poster?timeMs=0', poster)).body.code).toBe('storage_full');
    full.mockRestore();
    expect((await detail()).posterUrl).toBeNull();
  });
});

describe('nothing is left', () => {
  const store = async () => {
    await put('stills/0?timesMs=0', sheet);
    await put('poster?timeMs=0', poster);
    expect(await objects()).toEqual(['/stills/0', '/stills/poster', '/video.webm']);
  };
  const rows = async () =>
    await app.parts.db
      .selectFrom('still_sheets')
      .selectAll()
      .where('session_id', '=', session._id)
      .execute();

  it.each([
    ['recording', () => `/api/tests/${test._id}/recording/x/y/${session.userTimestamp}`],
    ['test', () => `/api/tests/${test._id}/x/y`],
  ])('when the %s is deleted', async (_what, path) => {
    await store();
    expect((await owner.delete(path())).status).toBe(200);
    await expect.poll(objects, { timeout: 10_000 }).toEqual([]);
    expect(await rows()).toEqual([]);
    expect((await put('stills/1?timesMs=0', sheet)).status).toBe(404);
    expect(await objects()).toEqual([]);
  });

  it.each(['stills/0?timesMs=0', 'poster?timeMs=0'])(
    'when it is deleted while %s arrives',
    async (still) => {
      const { storage } = app.parts;
      const original = storage.put.bind(storage);
      const path = `/api/tests/${test._id}/recording/x/y/${session.userTimestamp}`;
      const stored = vi.spyOn(storage, 'put').mockImplementationOnce(async (key, bytes) => {
        await owner.delete(path);
        await expect.poll(objects, { timeout: 10_000 }).toEqual([]);
        return await original(key, bytes);
      });
      expect((await put(still, still.startsWith('poster') ? poster : sheet)).status).toBe(404);
      expect(stored).toHaveBeenCalledTimes(1);
      expect(await objects()).toEqual([]);
      stored.mockRestore();
    },
  );
});
