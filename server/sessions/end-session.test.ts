// Ends of sessions with errors: two ends at once, refused forms, late pieces, lost networks.
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EMPTY_SESSION_MS, EVENTS_MAX } from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { READING_VERSION } from '#insight/reading.ts';
import { recordingPrefix } from '#server/media/object-keys.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { backdateSession } from '#testing/backdate-session.ts';
import type { TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import {
  pieceHeaders,
  sentHeatmap as png,
  sendForm,
  sendPiece,
  startSession,
  tusHeaders,
  sentVideo as video,
} from '#testing/participant.ts';
import { closeQuietSessions } from './sessions.service.ts';

/** All bytes before the first cluster: a recording without a single picture. */
const header = video.subarray(0, video.indexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75])));

let app: TestApp;
let owner: TestClient;
let test: { _id: string; uniqueId: string };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = await createTest(app, owner);
});

const start = () => startSession(app.anyone, test);

function patch(
  session: StartedSession,
  offset: number,
  piece: { bytes: Uint8Array<ArrayBuffer>; headers?: Record<string, string> },
) {
  return sendPiece(app.anyone, session, { offset, ...piece });
}

async function offsetOf(session: StartedSession): Promise<number> {
  const init = { method: 'HEAD', headers: tusHeaders(session) };
  return Number((await app.anyone.fetch(session.uploadUrl, init)).headers.get('upload-offset'));
}

/** A piece whose sender sends nothing more after its first bytes. */
async function stalledPatch(
  session: StartedSession,
  bytes: Uint8Array,
): Promise<{ sent: ClientRequest; status: Promise<number | undefined> }> {
  const sent = request(new URL(session.uploadUrl, app.origin), {
    method: 'PATCH',
    headers: pieceHeaders(session, 0),
  });
  const status = once(sent, 'response').then(
    ([answer]) => {
      answer.resume();
      return answer.statusCode;
    },
    () => undefined,
  );
  sent.write(bytes);
  await expect.poll(() => storedBytes(session)).toBe(bytes.length);
  return { sent, status };
}

async function storedBytes(session: StartedSession): Promise<number> {
  return (await app.parts.storage.size(`${recordingPrefix(session._id)}/video.webm`)) ?? 0;
}

async function filesOf(session: StartedSession): Promise<string[]> {
  const keys: string[] = [];
  const prefix = recordingPrefix(session._id);
  for await (const { key } of app.parts.storage.list(prefix)) keys.push(key.slice(prefix.length));
  return keys.toSorted();
}

function blob(bytes: Uint8Array<ArrayBuffer>, type: string): Blob {
  return new Blob([bytes], { type });
}

function finish(session: StartedSession | null, fill: (form: FormData) => void) {
  const form = new FormData();
  fill(form);
  return sendForm(app.anyone, test, { form, session });
}

const wholeVideo = (form: FormData) => form.append('video', blob(video, 'video/webm'), 'a.webm');

async function recordings() {
  return (await owner.get(`/api/tests/${test._id}`)).body.recordings_info;
}

async function quietFor(session: StartedSession, ms: number): Promise<void> {
  await app.parts.db
    .updateTable('recordings')
    .set({ last_piece_at: new Date(Date.now() - ms - 1000) })
    .where('session_id', '=', session._id)
    .execute();
}

it('is stored before it is read, and sessions that end at once do not wait for each other', async () => {
  const sessions = [await start(), await start()];
  for (const session of sessions) await patch(session, 0, { bytes: video });
  const states = async () => (await recordings()).map(({ state }: { state: string }) => state);
  const ends: Promise<unknown>[] = [];
  await app.parts.db.transaction().execute(async (db) => {
    // A reading shares the rows of the steps.
    await sql`SELECT FROM steps FOR UPDATE`.execute(db);
    ends.push(...sessions.map((session) => finish(session, () => undefined)));
    await expect.poll(states, { timeout: 10_000 }).toEqual(['ready', 'ready']);
  });
  expect(await Promise.all(ends)).toMatchObject([{ status: 201 }, { status: 201 }]);
});

describe('the upload call', () => {
  it('takes no place for a video that cannot be watched', async () => {
    await owner.put(`/api/tests/${test._id}/settings`, { number_of_submission: 1 });
    const refused = await finish(null, (form) =>
      form.append('video', blob(header, 'video/webm'), 'a.webm'),
    );
    expect([refused.status, refused.body.code]).toEqual([422, 'unreadable_video']);
    expect((await finish(null, wholeVideo)).status).toBe(201);
  });

  it('takes as many messages as a session may have', async () => {
    const events = Array.from({ length: EVENTS_MAX }, (_, atMs) => ({
      type: 'NEW_STATE',
      atMs,
      data: {},
    }));
    const answer = await finish(null, (form) => {
      wholeVideo(form);
      form.append('events', JSON.stringify(events));
    });
    expect(answer.status).toBe(201);
    const { count } = await app.parts.db
      .selectFrom('session_messages')
      .select(({ fn }) => fn.sum<string>('messages').as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(EVENTS_MAX);
  });

  it('answers a refusal before all of a long form was sent', async () => {
    const answer = await finish(null, (form) => {
      form.append('1-2', blob(Buffer.from('no png'), 'image/png'), '1-2.png');
      form.append('video', blob(Buffer.alloc(40_000_000), 'video/webm'), 'a.webm');
    });
    expect([answer.status, answer.body.code]).toEqual([415, 'wrong_media']);
  });

  it('a refused form takes nothing from what was streamed, and leaves nothing of its own', async () => {
    const session = await start();
    await patch(session, 0, { bytes: video });
    const refused = await finish(session, (form) => {
      form.append('1-2', blob(png, 'image/png'), '1-2.png');
      form.append('video', blob(video.subarray(0, 30_000), 'video/webm'), 'a.webm');
      form.append('1-3', blob(Buffer.from('no png'), 'image/png'), '1-3.png');
    });
    expect(refused.status).toBe(415);
    expect(await filesOf(session)).toEqual(['/video.webm']);
    expect(await storedBytes(session)).toBe(video.length);
    const done = await finish(session, (form) => form.append('upload', session.uploadId));
    expect(done.status).toBe(201);
    expect(await recordings()).toMatchObject([{ sizeBytes: video.length, endedEarly: false }]);
  });

  it('puts a whole video in the place of a streamed beginning', async () => {
    const session = await start();
    await patch(session, 0, { bytes: video.subarray(0, 20_000) });
    expect((await finish(session, wholeVideo)).status).toBe(201);
    expect(await filesOf(session)).toEqual(['/video.webm', '/video.webm.index']);
    expect(await recordings()).toMatchObject([{ sizeBytes: video.length, state: 'ready' }]);
  });

  it('two ends at once are one', async () => {
    const session = await start();
    const fill = (form: FormData) => {
      wholeVideo(form);
      form.append('1-2', blob(png, 'image/png'), '1-2.png');
    };
    const answers = await Promise.all([1, 2, 3].map(() => finish(session, fill)));
    for (const { status, body } of answers) {
      expect([status, body.userTimestamp]).toEqual([201, session.userTimestamp]);
    }
    expect(await recordings()).toHaveLength(1);
    expect(await filesOf(session)).toEqual([
      '/heatmaps/1-2.png',
      '/video.webm',
      '/video.webm.index',
    ]);
  });
});

it('a piece that is stored while its session ends is part of the recording', async () => {
  const whole = await start();
  await finish(whole, wholeVideo);
  const session = await start();
  await patch(session, 0, { bytes: video.subarray(0, 20_000) });
  const close = app.parts.intake.close.bind(app.parts.intake);
  vi.spyOn(app.parts.intake, 'close').mockImplementationOnce(async (key) => {
    const closed = await close(key);
    await patch(session, 20_000, { bytes: video.subarray(20_000) });
    return closed;
  });
  await finish(session, (form) => form.append('upload', session.uploadId));
  const [ended, other] = await recordings();
  expect([ended.id, ended.sizeBytes]).toEqual([session._id, video.length]);
  expect(ended.durationMs).toBe(other.durationMs);
});

describe('late and lost pieces', () => {
  it('a piece that ends after its session was finished changes nothing', async () => {
    const session = await start();
    const { sent, status } = await stalledPatch(session, video);
    const done = await finish(session, (form) => form.append('upload', session.uploadId));
    expect(done.status).toBe(201);
    sent.end(Buffer.from([0]));
    expect(await status).toBe(409);
    await quietFor(session, EMPTY_SESSION_MS);
    await closeQuietSessions(app.parts);
    expect(await recordings()).toMatchObject([{ state: 'ready', endedEarly: false }]);
  });

  it('a piece that ends after its recording was deleted leaves nothing', async () => {
    const session = await start();
    const { sent, status } = await stalledPatch(session, video.subarray(0, 20_000));
    const address = `/api/tests/${test._id}/x/y`;
    expect((await owner.delete(address)).status).toBe(200);
    sent.end(video.subarray(20_000));
    expect(await status).toBe(404);
    expect(await filesOf(session)).toEqual([]);
  });

  it('a sender that comes back does not wait for its own lost piece', async () => {
    const session = await start();
    const { status } = await stalledPatch(session, video.subarray(0, 20_000));
    expect(await offsetOf(session)).toBe(20_000);
    expect(await status).toBeUndefined();
    const rest = await patch(session, 20_000, { bytes: video.subarray(20_000) });
    expect(rest.headers.get('upload-offset')).toBe(String(video.length));
  });

  it('nothing goes beyond the length that was declared', async () => {
    const session = await start();
    const headers = { 'upload-length': '20000' };
    const answer = await patch(session, 0, { bytes: video, headers });
    expect([answer.status, answer.body.code]).toEqual([413, 'too_large']);
    expect(await storedBytes(session)).toBeLessThanOrEqual(20_000);
    for (const offset of ['', '0x10', '1e3', '-1', ' 1']) {
      const odd = await patch(session, 0, { bytes: video, headers: { 'upload-offset': offset } });
      expect(odd.status).toBe(offset === ' 1' ? 409 : 400);
    }
  });

  it('a refused piece is answered, however long it is, and is not listed', async () => {
    const session = await start();
    await backdateSession(app.parts.db, session, 1200);
    const answer = await patch(session, 0, { bytes: Buffer.alloc(40_000_000, 'x') });
    expect([answer.status, answer.body.code]).toEqual([415, 'wrong_media']);
    expect(await recordings()).toEqual([]);
  });

  it('messages after the end are not added', async () => {
    const session = await start();
    await patch(session, 0, { bytes: video });
    const send = (seq: number) =>
      app.anyone.send(`/api/sessions/${session._id}/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${session.token}` },
        body: JSON.stringify({ events: [{ seq, atMs: 1, type: 'NEW_STATE', data: {} }] }),
      });
    expect((await send(0)).body).toEqual({ stored: 1, full: false });
    await finish(session, (form) => form.append('upload', session.uploadId));
    expect((await send(1)).body).toEqual({ stored: 1, full: false });
  });
});

describe('quiet sessions', () => {
  it('one that cannot be watched holds up no other, and gives its place back in the end', async () => {
    await owner.put(`/api/tests/${test._id}/settings`, { number_of_submission: 2 });
    const [blank, watchable] = [await start(), await start()];
    await patch(blank, 0, { bytes: header });
    await patch(watchable, 0, { bytes: video.subarray(0, 20_000) });
    for (const session of [blank, watchable])
      await quietFor(session, app.parts.config.quietSessionMs);
    await closeQuietSessions(app.parts);
    const states = (await recordings()).map((info: { id: string; state: string }) => [
      info.id,
      info.state,
    ]);
    expect(new Map(states).get(watchable._id)).toBe('ready');
    expect(await storedBytes(blank)).toBe(header.length);
    await quietFor(blank, EMPTY_SESSION_MS);
    await closeQuietSessions(app.parts);
    expect(await recordings()).toHaveLength(1);
    expect(await filesOf(blank)).toEqual([]);
    expect((await start()).participantName).toBe('Ada');
  });

  it('one that cannot be watched takes a place again with more pieces', async () => {
    const taken = async () =>
      (
        await sql<{ n: number }>`SELECT submissions AS n FROM tests WHERE id = ${test._id}`.execute(
          app.parts.db,
        )
      ).rows[0]?.n;
    const session = await start();
    await patch(session, 0, { bytes: header });
    await quietFor(session, app.parts.config.quietSessionMs);
    await closeQuietSessions(app.parts);
    expect(await taken()).toBe(0);
    await patch(session, header.length, { bytes: video.subarray(header.length) });
    expect(await taken()).toBe(1);
  });

  it.each([
    { time: 'the usual time', env: {}, tooShort: 590, enough: 601 },
    { time: 'the set time', env: { QUIET_SESSION_SECONDS: '30' }, tooShort: 25, enough: 31 },
  ])(
    'one is closed after $time, marked as ended early, and read at once',
    async ({ env, tooShort, enough }) => {
      const session = await start();
      await patch(session, 0, { bytes: video.subarray(0, 20_000) });
      const parts = { ...app.parts, config: readConfig(env) };
      await quietFor(session, tooShort * 1000);
      await closeQuietSessions(parts);
      expect(await recordings()).toMatchObject([{ state: 'receiving', endedEarly: false }]);
      await quietFor(session, enough * 1000);
      await closeQuietSessions(parts);
      expect(await recordings()).toMatchObject([{ state: 'ready', endedEarly: true }]);
      const readings = app.parts.db.selectFrom('readings').where('session_id', '=', session._id);
      expect(await readings.select('version').execute()).toEqual([{ version: READING_VERSION }]);
    },
  );

  it('one whose sender comes back goes on', async () => {
    const session = await start();
    await patch(session, 0, { bytes: video.subarray(0, 20_000) });
    await quietFor(session, app.parts.config.quietSessionMs);
    await closeQuietSessions(app.parts);
    expect(await recordings()).toMatchObject([{ state: 'ready', endedEarly: true }]);
    await patch(session, 20_000, { bytes: video.subarray(20_000) });
    expect(await recordings()).toMatchObject([{ state: 'receiving', sizeBytes: video.length }]);
    const done = await finish(session, (form) => form.append('upload', session.uploadId));
    expect(done.body.userTimestamp).toBe(session.userTimestamp);
    expect(await recordings()).toMatchObject([{ state: 'ready', endedEarly: false }]);
  });

  it('a participant who was cut off may take the test again', async () => {
    await owner.put(`/api/tests/${test._id}/settings`, { duplicate: false });
    const browser = { name: 'Ada', browserKey: 'browser-key-1' };
    const session = await startSession(app.anyone, test, browser);
    await patch(session, 0, { bytes: video });
    await quietFor(session, app.parts.config.quietSessionMs);
    await closeQuietSessions(app.parts);
    const again = await startSession(app.anyone, test, browser);
    await finish(again, wholeVideo);
    expect(await recordings()).toHaveLength(2);
  });
});
