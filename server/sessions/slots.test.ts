// Places of a test's limit: held by a sign of life, given back without one, taken again by what comes late.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import {
  SLOT_HELD_MS,
  SLOT_QUIET_MS,
  STARTS_RATE,
  WAITING_PER_ADDRESS_MAX,
  WAITING_PER_TEST_MAX,
} from '#contract/limits.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { newId } from '#server/platform/new-id.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import {
  bearer,
  sendForm,
  sendPiece,
  sentVideo,
  startSession,
  streamedForm,
} from '#testing/participant.ts';
import { closeQuietSessions } from './sessions.service.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  app = await startTestApp({ env: { TRUSTED_PROXIES: '127.0.0.1', ...google } });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  test = (await owner.post('/api/tests', input)).body;
});

const limit = (number_of_submission: number) =>
  owner.put(`/api/tests/${test._id}/settings`, { number_of_submission });
const start = () => startSession(app.anyone, test);
const tryStart = (address = '203.0.113.1') =>
  app.anyone.send(`/api/link/${test.uniqueId}/sessions`, {
    method: 'POST',
    body: JSON.stringify({ name: 'Ada' }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  });
const keep = (session: StartedSession) =>
  app.anyone.send(`/api/sessions/${session._id}/slot`, {
    method: 'POST',
    headers: bearer(session),
  });
const stateOfLink = async () => (await app.anyone.get(`/api/link/${test.uniqueId}`)).body.state;
const taken = async () =>
  (
    await app.parts.db
      .selectFrom('tests')
      .select('submissions')
      .where('id', '=', test._id)
      .executeTakeFirstOrThrow()
  ).submissions;

/** Moves the session's last sign of life into the past. */
async function silent(session: StartedSession, passedMs = SLOT_QUIET_MS + 1000): Promise<void> {
  await app.parts.db
    .updateTable('sessions')
    .set({ seen_at: new Date(Date.now() - passedMs) })
    .where('id', '=', session._id)
    .execute();
}

async function begun(session: StartedSession, passedMs: number): Promise<void> {
  await app.parts.db
    .updateTable('sessions')
    .set({ started_at: new Date(Date.now() - passedMs) })
    .where('id', '=', session._id)
    .execute();
}

describe('places without a sign of life', () => {
  it('are free again for the next who asks, without waiting for a job', async () => {
    await limit(1);
    const gone = await start();
    expect((await tryStart()).body.code).toBe('test_full');
    await silent(gone);
    expect(await stateOfLink()).toBe('open');
    expect((await tryStart()).status).toBe(201);
    expect(await taken()).toBe(1);
  });

  it('are given back by the job', async () => {
    await limit(3);
    const [gone, , alive] = [await start(), await start(), await start()];
    await silent(gone);
    await keep(alive);
    await closeQuietSessions(app.parts);
    await closeQuietSessions(app.parts);
    expect(await taken()).toBe(2);
  });

  it('stay with who gets ready, for as long as that takes most people', async () => {
    await limit(1);
    const session = await start();
    await silent(session);
    expect((await keep(session)).status).toBe(200);
    expect((await tryStart()).body.code).toBe('test_full');
    await begun(session, SLOT_HELD_MS + 1000);
    expect((await keep(session)).status).toBe(200);
    expect((await tryStart()).status).toBe(201);
  });

  it('are taken again by a sign of life while there is one', async () => {
    await limit(1);
    const session = await start();
    await silent(session);
    expect(await stateOfLink()).toBe('open');
    await keep(session);
    expect(await taken()).toBe(1);
    await keep(session);
    expect(await taken()).toBe(1);
    expect((await tryStart()).body.code).toBe('test_full');
  });

  it('stay with a recording, however long it is silent', async () => {
    await limit(1);
    const session = await start();
    await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo.subarray(0, 20_000) });
    await silent(session);
    expect((await tryStart()).body.code).toBe('test_full');
  });

  it('ten places and fifty starts at once: ten get in [2.3.4]', async () => {
    await limit(10);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryStart()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(await taken()).toBe(10);
  });
});

describe('a session whose place is gone', () => {
  it('is recorded all the same, over the limit', async () => {
    await limit(1);
    const late = await start();
    await silent(late);
    expect((await tryStart()).status).toBe(201);
    expect((await keep(late)).status).toBe(200);
    expect(await taken()).toBe(1);
    const piece = await sendPiece(app.anyone, late, { offset: 0, bytes: sentVideo });
    expect(piece.status).toBe(204);
    expect(await taken()).toBe(2);
    const form = streamedForm(late);
    expect((await sendForm(app.anyone, test, { form, session: late })).status).toBe(201);
    expect(await taken()).toBe(2);
  });

  it('delivers its whole video after days', async () => {
    await limit(1);
    const late = await start();
    await silent(late, 3 * 24 * 3_600_000);
    await begun(late, 3 * 24 * 3_600_000);
    await closeQuietSessions(app.parts);
    expect(await taken()).toBe(0);
    const form = new FormData();
    form.append('video', new Blob([sentVideo]), 'Ada.webm');
    expect((await sendForm(app.anyone, test, { form, session: late })).status).toBe(201);
    expect(await taken()).toBe(1);
  });

  it('gives nothing back when it is abandoned', async () => {
    await limit(2);
    const [gone] = [await start(), await start()];
    await silent(gone);
    await closeQuietSessions(app.parts);
    const path = `/api/sessions/${gone._id}/abandon`;
    await app.anyone.send(path, { method: 'POST', headers: bearer(gone) });
    expect(await taken()).toBe(1);
  });
});

/**
 * Starts the maximum number of sessions that one address may have without a recording. More than 20 at once wait
 * long for a connection.
 */
async function startMany(from: string) {
  const sessions = [];
  while (sessions.length < WAITING_PER_ADDRESS_MAX) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryStart(from)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    sessions.push(...answers.map(({ body }) => body.session));
  }
  return sessions;
}

describe('sessions that record nothing', () => {
  it('are bounded for one address and test, and no class is', async () => {
    await startMany('203.0.113.1');
    const refused = await tryStart();
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await tryStart('203.0.113.2')).status).toBe(201);
    expect(await taken()).toBe(WAITING_PER_ADDRESS_MAX + 1);
  });

  it('and those that record a little are bounded together', async () => {
    const from = '203.0.113.9';
    expect((await tryStart(from)).status).toBe(201);
    const counted = app.parts.secrets.sign('waiting-from', `${test._id} ${from}`);
    const rest = { ...STARTS_RATE, points: STARTS_RATE.calls - 1 };
    await app.parts.rates.count('starts of test', counted, rest);
    const refused = await tryStart(from);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect((await tryStart('203.0.113.10')).status).toBe(201);
  });

  it('count no more once they record, or are abandoned', async () => {
    const from = '203.0.113.3';
    const [first, second] = await startMany(from);
    expect((await tryStart(from)).status).toBe(429);
    await sendPiece(app.anyone, first, { offset: 0, bytes: sentVideo.subarray(0, 20_000) });
    expect((await tryStart(from)).status).toBe(201);
    const path = `/api/sessions/${second._id}/abandon`;
    await app.anyone.send(path, { method: 'POST', headers: bearer(second) });
    expect((await tryStart(from)).status).toBe(201);
    expect((await tryStart(from)).status).toBe(429);
  });

  it('are bounded for a test, over all addresses', async () => {
    const { db } = app.parts;
    const one = await start();
    const like = await db
      .selectFrom('sessions')
      .selectAll()
      .where('id', '=', one._id)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: WAITING_PER_TEST_MAX - 1 }, (_, number) => ({
      ...like,
      id: newId<SessionId>(),
      timestamp_ms: like.timestamp_ms + 1 + number,
      // Below those that starts are given.
      number: -number,
      waiting_from: `another ${number}`,
      private_link_hash: null,
    }));
    await db.insertInto('sessions').values(others).execute();
    expect((await tryStart()).status).toBe(429);
    await silent(one);
    expect((await tryStart()).status).toBe(201);
  });
});

describe('tests that are taken once', () => {
  const once = () => owner.put(`/api/tests/${test._id}/settings`, { duplicate: false });
  const startAs = (name: string, browserKey?: string) =>
    app.anyone.post(`/api/link/${test.uniqueId}/sessions`, { name, browserKey });

  it('know the browser and nothing of names', async () => {
    await once();
    const session = await startSession(app.anyone, test, {
      name: 'Ada',
      browserKey: 'browser-key-1',
    });
    const form = new FormData();
    form.append('video', new Blob([sentVideo]), 'Ada.webm');
    expect((await sendForm(app.anyone, test, { form, session })).status).toBe(201);
    const again = await startAs('Grace', 'browser-key-1');
    expect([again.status, again.body.code]).toEqual([409, 'already_taken']);
    expect(again.body.message).not.toMatch(/Ada|you\b/i);
    expect((await startAs('Ada', 'browser-key-2')).status).toBe(201);
    expect((await startAs(' ADA ')).status).toBe(201);
  });

  it('let whole uploads in, which name no browser', async () => {
    await once();
    for (const second of ['1', '2']) {
      const form = new FormData();
      form.append('video', new Blob([sentVideo]), `Ada_176000000000${second}.webm`);
      expect((await sendForm(app.anyone, test, { form })).status).toBe(201);
    }
  });
});
