// Sessions of clicks and answers alone: who counts, how they end, and what a client can't claim.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { RecordingDetail, RecordingRow } from '#contract/recordings.ts';
import type { ResultSummary } from '#contract/results.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { backdateSession } from '#testing/backdate-session.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { begin, change, end, type Message, press } from '#testing/messages.ts';
import { bearer, recordSession, sendForm, startSession } from '#testing/participant.ts';
import { closeQuietSessions } from './sessions.service.ts';

let app: TestApp;
let owner: TestClient;

const NONE = { microphone: 'off', camera: 'off', screen: 'off' };
const OPTIONAL = { microphone: 'off', camera: 'off', screen: 'optional' };

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

async function createTest(devices?: object, limit?: number): Promise<Test> {
  const test = successBody<Test>(
    await owner.post('/api/tests', {
      name: 'Shop',
      task: 'Find',
      figmaUrl: 'https://example.org/x',
    }),
  );
  if (devices) {
    successBody(await owner.patch(`/api/tests/${test._id}/participation`, { devices }));
  }
  if (limit !== undefined) {
    successBody(
      await owner.put(`/api/tests/${test._id}/settings`, { number_of_submission: limit }),
    );
  }
  return test;
}

const passage: Message[] = [begin(0, 1), change(10, '1:2'), press(900, '1:2'), end(4000, 1)];

const numbered = (messages: readonly Message[]) =>
  messages.map((message, seq) => ({ seq, ...message }));

async function sendMessages(session: StartedSession, messages: readonly Message[]) {
  return await app.anyone.send(`/api/sessions/${session._id}/events`, {
    method: 'POST',
    body: JSON.stringify({ events: numbered(messages) }),
    headers: { ...bearer(session), 'content-type': 'application/json' },
  });
}

const finish = (test: Test, session: StartedSession, messages: readonly Message[] = []) => {
  const form = new FormData();
  form.append('name', 'Ada');
  if (messages.length > 0) form.append('events', JSON.stringify(numbered(messages)));
  return sendForm(app.anyone, test, { form, session });
};

async function listed(test: Test): Promise<RecordingRow[]> {
  return successBody<{ items: RecordingRow[] }>(
    await owner.get(`/api/tests/${test._id}/recordings`),
  ).items;
}

async function detailOf(test: Test, { userTimestamp }: RecordingRow): Promise<RecordingDetail> {
  const path = `${test.uniqueId}/${test._id}/Acme/Shop/${encodeURIComponent(userTimestamp)}`;
  return successBody(await owner.get(`/api/tests/${path}`));
}

async function start(test: Test): Promise<StartedSession> {
  const session = await startSession(app.anyone, test);
  await backdateSession(app.parts.db, session, 60);
  return session;
}

describe('a test of clicks and answers alone', () => {
  it('counts a session from its first message on, and ends it without a video', async () => {
    const test = await createTest(NONE);
    const session = await start(test);
    expect(await listed(test)).toEqual([]);
    successBody(await sendMessages(session, passage.slice(0, 2)));
    expect(await listed(test)).toMatchObject([{ state: 'receiving', sizeBytes: 0 }]);
    expect((await finish(test, session, passage)).status).toBe(201);
    expect((await finish(test, session, passage)).status).toBe(201);
    const [row, ...others] = await listed(test);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      state: 'ready',
      sizeBytes: 0,
      durationMs: 4000,
      endedEarly: false,
    });
    const detail = await detailOf(test, row as RecordingRow);
    expect(detail).toMatchObject({ withoutVideo: true, clicks: 1, runs: [{ ended: 'done' }] });
    expect((await owner.get(detail.videoUrl)).status).toBe(204);
    const summary = successBody<ResultSummary>(await owner.get(`/api/tests/${test._id}/results`));
    expect(summary).toMatchObject({ people: 1, funnel: { recorded: 1, finished: 1 } });
  });

  it('takes all messages with the last call, too', async () => {
    const test = await createTest(NONE);
    const session = await start(test);
    expect((await finish(test, session, passage)).status).toBe(201);
    expect(await listed(test)).toMatchObject([{ state: 'ready', durationMs: 4000 }]);
  });

  it('never is longer than the time since the start', async () => {
    const test = await createTest(NONE);
    const session = await start(test);
    expect((await finish(test, session, [begin(0, 1), end(9e9, 1)])).status).toBe(201);
    const [row] = await listed(test);
    expect(row?.durationMs).toBeLessThan(120_000);
  });

  it('counts no session without a message or an answer', async () => {
    const test = await createTest(NONE);
    const session = await start(test);
    expect((await finish(test, session)).status).toBe(422);
    expect(await listed(test)).toEqual([]);
  });

  it('gives a session its slot with the first message', async () => {
    const test = await createTest(NONE, 1);
    const session = await start(test);
    successBody(await sendMessages(session, passage.slice(0, 1)));
    await backdateSession(app.parts.db, session, 86_400);
    const { status } = await app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name: 'B' });
    expect(status).toBe(409);
  });

  it('ends a session early whose participant is gone, and goes on when messages come', async () => {
    const test = await createTest(NONE);
    const session = await start(test);
    successBody(await sendMessages(session, passage.slice(0, 3)));
    await closeQuietSessions(app.parts);
    expect(await listed(test)).toMatchObject([{ state: 'receiving' }]);
    await app.parts.db
      .updateTable('recordings')
      .set({ last_piece_at: new Date(Date.now() - app.parts.config.quietSessionMs - 1000) })
      .where('session_id', '=', session._id as SessionId)
      .execute();
    await closeQuietSessions(app.parts);
    expect(await listed(test)).toMatchObject([{ state: 'ready', endedEarly: true, sizeBytes: 0 }]);
    successBody(await sendMessages(session, passage));
    expect(await listed(test)).toMatchObject([{ state: 'receiving' }]);
    expect((await finish(test, session)).status).toBe(201);
    expect(await listed(test)).toMatchObject([{ endedEarly: false, durationMs: 4000 }]);
  });

  it('takes no clip', async () => {
    const test = await createTest(NONE);
    const session = await start(test);
    await finish(test, session, passage);
    const clip = { fromMs: 0, toMs: 3000, title: '' };
    const answer = await owner.post(`/api/recordings/${session._id}/clips`, clip);
    expect(answer.body).toMatchObject({ fields: { fromMs: expect.stringContaining('no video') } });
  });
});

it('a session of a test that requires a video never counts without one', async () => {
  const test = await createTest();
  const session = await start(test);
  successBody(await sendMessages(session, passage));
  expect((await finish(test, session, passage)).status).toBe(422);
  expect(await listed(test)).toEqual([]);
  const summary = successBody<ResultSummary>(await owner.get(`/api/tests/${test._id}/results`));
  expect(summary).toMatchObject({ people: 0, funnel: { recorded: 0 } });
  // A change of the settings changes nothing for a session that has begun.
  successBody(await owner.patch(`/api/tests/${test._id}/participation`, { devices: NONE }));
  successBody(await sendMessages(session, [...passage, press(4100, '1:2')]));
  expect((await finish(test, session)).status).toBe(422);
  expect(await listed(test)).toEqual([]);
});

it('a test whose screen is optional has sessions with and without a video', async () => {
  const test = await createTest(OPTIONAL);
  await recordSession(app.anyone, test, { name: 'With', messages: numbered(passage) });
  await finish(test, await start(test), passage);
  const rows = await listed(test);
  const details = await Promise.all(rows.map((row) => detailOf(test, row)));
  expect(details.map(({ withoutVideo }) => withoutVideo)).toEqual([true, false]);
});

it('without a screen, microphone and camera are off too', async () => {
  const test = await createTest();
  const devices = { microphone: 'optional', camera: 'off', screen: 'off' };
  const answer = await owner.patch(`/api/tests/${test._id}/participation`, { devices });
  expect(answer.body).toMatchObject({ fields: { 'devices.screen': expect.any(String) } });
});
