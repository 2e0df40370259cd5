// sessions.finish: the upload call as other clients use it, and for a streamed session.
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StartedSession } from '#contract/sessions.ts';
import { recordingPrefix } from '#server/media/object-keys.ts';
import { StorageFull } from '#server/storage/storage.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { imagePart, MULTIPART, multipart, videoPart } from '#testing/bad-input/multipart.ts';
import type { Answer, TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import {
  bearer,
  sentHeatmap as png,
  sendForm,
  sendPiece,
  startSession,
  streamedForm,
  tusHeaders,
  sentVideo as video,
} from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;
let test: { _id: string; uniqueId: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme/Ünï' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = await createTest(app, owner, { name: 'Shop / "test" 🌿', task: 'Buy' });
});

function upload(form: FormData, session?: StartedSession): Promise<Answer> {
  return sendForm(app.anyone, test, { form, session: session ?? null });
}

function file(bytes: Uint8Array<ArrayBuffer>, type: string): Blob {
  return new Blob([bytes], { type });
}

async function filesLeft(): Promise<number> {
  let count = 0;
  for await (const _ of app.parts.storage.list('recordings')) count += 1;
  return count;
}

async function wholeVideo(name?: string): Promise<Answer> {
  const form = new FormData();
  form.append('1-2', file(png, 'image/png'), '1-2.png');
  form.append('video', file(video, 'video/webm'), `Grace_Hopper_${Date.now()}.webm`);
  form.append('heatmap', file(png, 'image/png'), '1:3.png');
  if (name) form.append('name', name);
  return await upload(form);
}

describe('a whole video from any client', () => {
  it('becomes a watchable recording with heatmaps, named by the file', async () => {
    const answer = await wholeVideo();
    expect(answer.status).toBe(201);
    expect(answer.body.userTimestamp).toMatch(/^Grace_Hopper_\d{13}$/);
    const { body } = await owner.get(`/api/tests/${test._id}`);
    expect(body.count_of_recordings).toBe(1);
    expect(body.recordings[0]).toMatch(
      /^\/data\/Acme%2F%C3%9Cn%C3%AF\/Shop%20%2F%20%22test%22%20%F0%9F%8C%BF\/Grace_Hopper_\d+\/recording\.webm$/,
    );
    expect(body.recordings_info[0]).toMatchObject({ state: 'ready', endedEarly: false });
    const place = `${test.uniqueId}/${test._id}/x/y/${answer.body.userTimestamp}`;
    const { images } = (await owner.get(`/api/recording_data/heatmaps/${place}`)).body;
    expect(images).toHaveLength(2);
    const image = await owner.fetch(images[0]);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await image.arrayBuffer()).equals(png)).toBe(true);
  });

  it('is refused while a heatmap finds no room, keeps nothing, and is taken when there is', async () => {
    const full = vi
      .spyOn(app.parts.storage, 'put')
      .mockRejectedValueOnce(new StorageFull('heatmap', 0, null));
    const files = await filesLeft();
    const answer = await wholeVideo();
    full.mockRestore();
    expect([answer.status, answer.body.code]).toEqual([503, 'storage_full']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await filesLeft()).toBe(files);
    expect((await wholeVideo()).status).toBe(201);
  });

  it('prefers the name field; Anonymous without any', async () => {
    expect((await wholeVideo('Ada')).body.userTimestamp).toMatch(/^Ada_\d+$/);
    const form = new FormData();
    form.append('video', file(video, 'video/webm'), 'blob');
    expect((await upload(form)).body.userTimestamp).toMatch(/^Anonymous_\d+$/);
  });

  it("knows a quote in the file's name, which is sent percent-encoded", async () => {
    const form = new FormData();
    form.append('video', file(video, 'video/webm'), `Ada "Augusta"_${Date.now()}.webm`);
    expect((await upload(form)).body.userTimestamp).toMatch(/^Ada "Augusta"_\d+$/);
  });

  it('of a millisecond that is taken gets the next free one', async () => {
    const at = Date.now() - 60_000;
    const sent = async (ms: number) => {
      const form = new FormData();
      form.append('video', file(video, 'video/webm'), `Ada_${ms}.webm`);
      return Number((await upload(form)).body.userTimestamp.split('_').at(-1)) - at;
    };
    const got = [];
    for (const ms of [0, 0, 3, 0, 1, 3, 9]) got.push(await sent(at + ms));
    expect(got).toEqual([0, 1, 3, 2, 4, 5, 9]);
  });

  it('takes parts as forms and other clients write them', async () => {
    const form = new FormData();
    const changes = [{ type: 'PRESENTED_NODE_CHANGED', data: { presentedNodeId: '1:2' } }];
    form.append('events', file(Buffer.from(JSON.stringify(changes)), 'application/json'));
    form.append('heatmap', file(new Uint8Array(), 'application/octet-stream'), '');
    form.append('1:2', file(png, 'text/plain'), 'blob');
    form.append('video', file(video, 'video/webm'), `Ada_${Date.now()}.webm`);
    const answer = await upload(form);
    expect(answer.status).toBe(201);
    expect(answer.body.userTimestamp).toMatch(/^Ada_\d+$/);
    const place = `${test.uniqueId}/${test._id}/x/y/${answer.body.userTimestamp}`;
    const { images } = (await owner.get(`/api/recording_data/heatmaps/${place}`)).body;
    expect(images).toHaveLength(1);
    const typed = multipart([
      videoPart(video),
      { field: 'events', content: JSON.stringify(changes) },
      imagePart(png),
    ])
      .toString('latin1')
      .replace('name="events"', '$&\r\nContent-Type: application/json')
      .replace('\r\nContent-Type: image/png', '');
    // A proxy's own sign-in, which browsers send along.
    const headers = { 'content-type': MULTIPART, authorization: 'Basic dTpw' };
    const body = Buffer.from(typed, 'latin1');
    const address = `/api/link/upload/${test.uniqueId}/${test._id}/x/y`;
    const sent = await app.anyone.send(address, { method: 'POST', body, headers });
    expect(sent.status).toBe(201);
  });

  it('takes raw messages of a client that numbers nothing', async () => {
    const form = new FormData();
    form.append('video', file(video, 'video/webm'), 'v.webm');
    const press = {
      presentedNodeId: '1:2',
      handled: true,
      targetNodeId: '1:2',
      targetNodeMousePosition: { x: 5, y: 6 },
      nearestScrollingFrameId: '1:2',
      nearestScrollingFrameMousePosition: { x: 5, y: 6 },
      nearestScrollingFrameOffset: { x: 0, y: 0 },
    };
    form.append(
      'events',
      JSON.stringify([{ type: 'MOUSE_PRESS_OR_RELEASE', data: press, atMs: 50 }]),
    );
    const { body } = await upload(form);
    const detail = await owner.get(
      `/api/tests/${test.uniqueId}/${test._id}/x/y/${body.userTimestamp}`,
      { accept: 'application/json' },
    );
    expect(detail.body.clicks).toBe(1);
    expect(detail.body.clickList).toMatchObject([{ screenId: '1:2', atMs: 50, handled: true }]);
  });

  it('has byte ranges, HEAD, validators and a download name', async () => {
    const { body } = await wholeVideo();
    const path = `/api/recording_data/${test.uniqueId}/${test._id}/x/y/${body.userTimestamp}`;
    const head = await owner.fetch(path, { method: 'HEAD' });
    const size = Number(head.headers.get('content-length'));
    expect([head.status, head.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    const whole = Buffer.from(await (await owner.fetch(path)).arrayBuffer());
    expect(whole.length).toBe(size);
    const cases: [string, number, Buffer][] = [
      ['bytes=0-99', 206, whole.subarray(0, 100)],
      ['bytes=100-', 206, whole.subarray(100)],
      ['bytes=-50', 206, whole.subarray(-50)],
      [`bytes=5-${size * 2}`, 206, whole.subarray(5)],
      [`bytes=-${size + 1}`, 206, whole],
      ['Bytes=2-3', 206, whole.subarray(2, 4)],
    ];
    for (const [range, status, bytes] of cases) {
      const part = await owner.fetch(path, { headers: { range } });
      expect(part.status).toBe(status);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes)).toBe(true);
    }
    const beyond = await owner.fetch(path, { headers: { range: `bytes=${size}-` } });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    const etag = head.headers.get('etag') ?? '';
    expect((await owner.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    const download = await owner.fetch(`${path}?download=1`);
    expect(download.headers.get('content-disposition')).toBe(
      'attachment; filename="recording.webm"',
    );
    expect((await app.anyone.get(path)).status).toBe(401);
  });

  const bad: [string, (form: FormData) => void, number, string][] = [
    ['no video', (form) => form.append('name', 'Ada'), 400, 'bad_input'],
    [
      'a video that is no WebM',
      (form) => form.append('video', file(Buffer.from('hello there'), 'video/webm'), 'v.webm'),
      415,
      'wrong_media',
    ],
    [
      'a heatmap that is no PNG',
      (form) => {
        form.append('video', file(video, 'video/webm'), 'v.webm');
        form.append('1-2', file(Buffer.from('no png'), 'image/png'), '1-2.png');
      },
      415,
      'wrong_media',
    ],
    [
      'a PNG that is cut off',
      (form) => {
        form.append('video', file(video, 'video/webm'), 'v.webm');
        form.append('1-2', file(png.subarray(0, 60), 'image/png'), '1-2.png');
      },
      422,
      'unreadable_image',
    ],
    [
      'a heatmap without a screen id',
      (form) => form.append('picture', file(png, 'image/png'), 'picture.png'),
      400,
      'bad_input',
    ],
    ['events that are no list', (form) => form.append('events', '{"a":'), 400, 'bad_input'],
    ['a name that is too long', (form) => form.append('name', 'x'.repeat(201)), 400, 'bad_input'],
    [
      'two videos',
      (form) => {
        form.append('video', file(video, 'video/webm'), 'a.webm');
        form.append('video', file(video, 'video/webm'), 'b.webm');
      },
      400,
      'bad_input',
    ],
  ];
  it.each(bad)('%s is refused and leaves nothing [2.3.3]', async (...[, fill, status, code]) => {
    const before = await filesLeft();
    const form = new FormData();
    fill(form);
    const answer = await upload(form);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await filesLeft()).toBe(before);
    expect((await owner.get(`/api/tests/${test._id}`)).body.count_of_recordings).toBe(0);
  });

  it('ids that do not belong together are not found', async () => {
    const other = (
      await owner.post('/api/tests', { name: 'B', task: 't', figmaUrl: 'https://a.b/c' })
    ).body;
    const form = new FormData();
    form.append('video', file(video, 'video/webm'), 'v.webm');
    const answer = await app.anyone.send(`/api/link/upload/${test.uniqueId}/${other._id}/x/y`, {
      method: 'POST',
      body: form,
    });
    expect(answer.status).toBe(404);
  });
});

describe('heatmaps ahead of the upload call', () => {
  async function started() {
    const session = await startSession(app.anyone, test);
    const headers = bearer(session);
    const bring = (part: [field: string, content: Blob, name: string]) => {
      const form = new FormData();
      form.append(...part);
      return app.anyone.send(`/api/sessions/${session._id}/heatmaps`, {
        method: 'POST',
        body: form,
        headers,
      });
    };
    const place = `${test.uniqueId}/${test._id}/x/y/${session.userTimestamp}`;
    const images = async () =>
      (await owner.get(`/api/recording_data/heatmaps/${place}`)).body.images as string[];
    return { session, bring, images };
  }
  const other = () => sharp(png).negate({ alpha: false }).png().toBuffer();

  it('are stored while the session goes on; the last one of a screen counts, also the last call’s', async () => {
    const { session, bring, images } = await started();
    expect((await bring(['1-2', file(png, 'image/png'), '1-2.png'])).status).toBe(200);
    const newer = await other();
    expect((await bring(['1-2', file(newer, 'image/png'), '1-2.png'])).status).toBe(200);
    const form = new FormData();
    form.append('video', file(video, 'video/webm'), 'v.webm');
    form.append('1-3', file(png, 'image/png'), '1-3.png');
    expect((await upload(form, session)).status).toBe(201);
    const stored = await Promise.all((await images()).map(async (path) => await owner.fetch(path)));
    const bytes = await Promise.all(
      stored.map(async (each) => Buffer.from(await each.arrayBuffer())),
    );
    expect(bytes.map((each) => each.equals(newer))).toEqual([true, false]);
    const late = await bring(['1-2', file(png, 'image/png'), '1-2.png']);
    expect(late.body.code).toBe('session_over');
  });

  it.each<[string, [string, Blob, string], string]>([
    ['a video', ['video', file(video, 'video/webm'), 'v.webm'], 'bad_input'],
    ['no PNG', ['1-2', file(Buffer.from('x'), 'image/png'), '1-2.png'], 'wrong_media'],
    ['a cut PNG', ['1-2', file(png.subarray(0, 60), 'image/png'), '1-2.png'], 'unreadable_image'],
  ])('%s leaves nothing behind', async (_, part, code) => {
    const before = await filesLeft();
    const { bring } = await started();
    expect((await bring(part)).body.code).toBe(code);
    expect(await filesLeft()).toBe(before);
  });
});

describe('a streamed session', () => {
  async function streamed() {
    const session = await startSession(app.anyone, test);
    const tus = (init: RequestInit & { headers?: Record<string, string> }) =>
      app.anyone.fetch(session.uploadUrl, {
        ...init,
        headers: { ...tusHeaders(session), ...init.headers },
      });
    const patch = (offset: number, bytes: Uint8Array<ArrayBuffer>, headers = {}) =>
      sendPiece(app.anyone, session, { offset, bytes, headers });
    const finish = () => {
      const form = streamedForm(session);
      form.append('1-2', file(png, 'image/png'), '1-2.png');
      return upload(form, session);
    };
    return { session, tus, patch, finish };
  }

  it('is stored piece by piece, can be watched meanwhile, and is finished once', async () => {
    const { session, tus, patch, finish } = await streamed();
    const half = Math.floor(video.length / 2);
    expect((await patch(0, video.subarray(0, half))).headers.get('upload-offset')).toBe(`${half}`);
    const live = (await owner.get(`/api/tests/${test._id}`)).body.recordings_info[0];
    expect(live.state).toBe('receiving');
    expect(live.durationMs).toBeGreaterThan(0);
    const place = `${test.uniqueId}/${test._id}/x/y/${session.userTimestamp}`;
    expect((await owner.fetch(`/api/recording_data/${place}`, { method: 'HEAD' })).status).toBe(
      200,
    );
    expect((await patch(0, video)).status).toBe(409);
    expect((await patch(half, video.subarray(half))).status).toBe(204);
    const last = await patch(video.length, Buffer.alloc(0), { 'upload-length': `${video.length}` });
    expect([last.status, last.headers.get('upload-length')]).toEqual([204, `${video.length}`]);
    const head = await tus({ method: 'HEAD' });
    expect(head.headers.get('upload-offset')).toBe(`${video.length}`);
    const first = await finish();
    expect(first.body).toMatchObject({ userTimestamp: session.userTimestamp });
    expect((await finish()).body).toEqual(first.body);
    const { recordings_info } = (await owner.get(`/api/tests/${test._id}`)).body;
    expect(recordings_info).toHaveLength(1);
    expect(recordings_info[0]).toMatchObject({ state: 'ready', endedEarly: false });
    expect((await patch(video.length, Buffer.from([1]))).status).toBe(409);
    const stored = await app.parts.storage.readBytes(
      `${recordingPrefix(session._id)}/video.webm`,
      0,
      video.length * 2,
    );
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(stored)).toBe(hash(video));
  });

  it('refuses what is no WebM and keeps nothing of it [5.2.2]', async () => {
    const { patch, tus } = await streamed();
    expect((await patch(0, Buffer.from('not a video at all'))).status).toBe(415);
    expect((await tus({ method: 'HEAD' })).headers.get('upload-offset')).toBe('0');
  });

  it("another session's token opens neither upload nor finish", async () => {
    const a = await streamed();
    const b = await streamed();
    const answer = await app.anyone.fetch(a.session.uploadUrl, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${b.session.token}`, 'tus-resumable': '1.0.0' },
    });
    expect(answer.status).toBe(404);
    const form = streamedForm(a.session);
    const finish = await upload(form, b.session);
    expect(finish.status).toBe(404);
  });

  it('cannot be finished with nothing recorded [2.3.1]', async () => {
    const { finish } = await streamed();
    expect((await finish()).status).toBe(422);
  });
});
