// One session's end on two servers at once, on one database and storage: finished, closed as quiet, deleted, refused. What
// is left is one right recording, or nothing.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import { heatmapKey, heatmapPrefix, recordingPrefix } from '#server/media/object-keys.ts';
import type { Storage } from '#server/storage/storage.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import {
  sentHeatmap as png,
  sendForm,
  sendPiece,
  startSession,
  sentVideo as video,
} from '#testing/participant.ts';
import { closeQuietSessions } from './sessions.service.ts';

let one: TestApp;
let two: TestApp;
let owner: TestClient;
let test: { _id: string; uniqueId: string };
type Gate = { reached: () => void; open: Promise<void> };
/** The next heatmap that a server has stored waits here before its call continues. */
const gates: Record<'one' | 'two', Gate | null> = { one: null, two: null };

const gated = (server: 'one' | 'two') => (storage: Storage) => {
  return new Proxy(storage, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'put') return value.bind(target);
      return async (key: string, content: Uint8Array) => {
        const stored = await target.put(key, content);
        const waiting = key.includes('/heatmaps/') ? gates[server] : null;
        if (waiting) gates[server] = null;
        waiting?.reached();
        await waiting?.open;
        return stored;
      };
    },
  });
};

/** Holds the next call that brings a heatmap to a server. */
function hold(server: 'one' | 'two'): { reached: Promise<void>; release: () => void } {
  const reached = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  gates[server] = { reached: reached.resolve, open: open.promise };
  return { reached: reached.promise, release: open.resolve };
}

beforeAll(async () => {
  one = await startTestApp({ sample: true, storage: gated('one') });
  two = await startTestApp({ beside: one, storage: gated('two') });
  owner = await one.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(async () => {
  await two.close();
  await one.close();
});
beforeEach(async () => {
  const form = { name: 'T', task: 't', figmaUrl: one.parts.samplePrototypeUrl };
  test = (await owner.post('/api/tests', form)).body;
});

async function streamed(): Promise<StartedSession> {
  const session = await startSession(one.anyone, test);
  const half = 20_000;
  await sendPiece(one.anyone, session, { offset: 0, bytes: video.subarray(0, half) });
  const { status } = await sendPiece(two.anyone, session, {
    offset: half,
    bytes: video.subarray(half),
  });
  expect(status).toBe(204);
  return session;
}

const file = (bytes: Uint8Array<ArrayBuffer>, type: string) => new Blob([bytes], { type });

function finish(
  app: TestApp,
  session: StartedSession,
  brings: { heatmaps?: string[]; bad?: boolean; whole?: Uint8Array<ArrayBuffer> },
) {
  const form = new FormData();
  if (!brings.whole) form.append('upload', session.uploadId);
  for (const id of brings.heatmaps ?? []) form.append(id, file(png, 'image/png'), `${id}.png`);
  if (brings.whole) form.append('video', file(brings.whole, 'video/webm'), 'a.webm');
  if (brings.bad) form.append('9-9', file(new Uint8Array([1]), 'image/png'), '9-9.png');
  return sendForm(app.anyone, test, { form, session });
}

async function filesOf({ _id }: StartedSession): Promise<string[]> {
  const keys: string[] = [];
  const prefix = recordingPrefix(_id);
  for await (const { key } of one.parts.storage.list(prefix)) keys.push(key.slice(prefix.length));
  return keys.toSorted();
}

/** Screens whose heatmap has a row; each must have an image in storage. */
async function heatmapsOf({ _id }: StartedSession): Promise<string[]> {
  const rows = await one.parts.db
    .selectFrom('heatmaps')
    .select('screen_id')
    .where('session_id', '=', _id)
    .orderBy('screen_id')
    .execute();
  const stored: string[] = [];
  for await (const { key } of one.parts.storage.list(heatmapPrefix(_id))) stored.push(key);
  const ids = rows.map((row) => row.screen_id);
  expect(stored).toEqual(expect.arrayContaining(ids.map((id) => heatmapKey(_id as SessionId, id))));
  return ids;
}

async function plays({ userTimestamp }: StartedSession): Promise<Buffer> {
  const path = `/api/recording_data/${test.uniqueId}/${test._id}/x/y/${userTimestamp}`;
  const answer = await owner.fetch(path);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** A server to which every session has been quiet for long. */
function impatient({ parts }: TestApp) {
  return { ...parts, config: { ...parts.config, quietSessionMs: -3_600_000 } };
}

it('a refused form removes no image of a call that goes on at the other server', async () => {
  const session = await streamed();
  const held = hold('one');
  const first = finish(one, session, { heatmaps: ['1-1', '1-2'] });
  await held.reached;
  const refused = await finish(two, session, { heatmaps: ['1-3'], bad: true });
  expect(refused.status).toBe(415);
  held.release();
  // A newer call was made: this one's sender tries again.
  expect((await first).status).toBe(503);
  expect((await finish(one, session, { heatmaps: ['1-1', '1-2'] })).status).toBe(201);
  expect(await heatmapsOf(session)).toEqual(['1:1', '1:2']);
});

it('an older call that is refused removes no image of the newer one', async () => {
  const session = await streamed();
  const older = hold('one');
  const first = finish(one, session, { heatmaps: ['1-1'], bad: true });
  await older.reached;
  const newer = hold('two');
  const second = finish(two, session, { heatmaps: ['1-2'] });
  await newer.reached;
  older.release();
  expect((await first).status).toBe(415);
  newer.release();
  expect((await second).status).toBe(201);
  expect(await heatmapsOf(session)).toContain('1:2');
});

it('the second of two ends changes nothing of the first, also with a video of its own', async () => {
  const session = await streamed();
  const held = hold('one');
  const whole = Buffer.concat([video.subarray(0, 30_000)]);
  const first = finish(one, session, { heatmaps: ['1-1'], whole });
  await held.reached;
  expect((await finish(two, session, { heatmaps: ['1-2'] })).status).toBe(201);
  const played = await plays(session);
  held.release();
  expect((await first).status).toBe(201);
  expect(await heatmapsOf(session)).toEqual(['1:2']);
  expect(await filesOf(session)).toEqual(['/heatmaps/1-2.png', '/video.webm', '/video.webm.index']);
  expect(await plays(session)).toEqual(played);
  expect(await one.parts.storage.size(`${recordingPrefix(session._id)}/video.webm`)).toBe(
    video.length,
  );
});

it('an end that comes at both servers at once is one', async () => {
  const session = await streamed();
  const answers = await Promise.all(
    [one, two, one, two].map((app) => finish(app, session, { heatmaps: ['1-1'], whole: video })),
  );
  for (const { status } of answers) expect([201, 503]).toContain(status);
  expect((await finish(two, session, { heatmaps: ['1-1'] })).status).toBe(201);
  expect(await heatmapsOf(session)).toEqual(['1:1']);
  expect(await filesOf(session)).toEqual(['/heatmaps/1-1.png', '/video.webm', '/video.webm.index']);
  const rows = await one.parts.db
    .selectFrom('recordings')
    .select(['state', 'ended_early', 'size_bytes'])
    .where('session_id', '=', session._id)
    .execute();
  expect(rows).toEqual([{ state: 'ready', ended_early: false, size_bytes: video.length }]);
  expect((await plays(session)).length).toBeGreaterThan(30_000);
});

it('a session that is finished while the other server closes it as quiet is finished', async () => {
  const session = await streamed();
  await Promise.all([
    closeQuietSessions(impatient(two)),
    finish(one, session, { heatmaps: ['1-1'] }),
    closeQuietSessions(impatient(one)),
  ]);
  const row = await one.parts.db
    .selectFrom('recordings')
    .select(['state', 'ended_early'])
    .where('session_id', '=', session._id)
    .executeTakeFirst();
  expect(row).toEqual({ state: 'ready', ended_early: false });
  expect(await heatmapsOf(session)).toEqual(['1:1']);
});

it('an end that comes after a deletion at the other server leaves nothing', async () => {
  const session = await streamed();
  const held = hold('one');
  const late = finish(one, session, { heatmaps: ['1-1', '1-2'] });
  await held.reached;
  const path = `/api/tests/${test._id}/recording/x/y/${session.userTimestamp}`;
  expect((await owner.delete(path)).status).toBe(200);
  await one.parts.storage.deleteAll(recordingPrefix(session._id));
  held.release();
  expect((await late).status).toBe(404);
  expect(await filesOf(session)).toEqual([]);
});
