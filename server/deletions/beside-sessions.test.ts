// Deletions beside transactions that hold rows of a session: no one waits for them, none fails, nothing stays.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionId, TestId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import type { Database } from '#server/platform/db/database.ts';
import { giveBackSlots } from '#server/sessions/slots.db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { press } from '#testing/messages.ts';
import {
  formWithHeatmap,
  sendForm,
  sendPiece,
  sentVideo,
  startSession,
} from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

const remove = () => jobHandlers(app.parts)['deleted.remove']({});

async function started(): Promise<{ test: Test; session: StartedSession }> {
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  const test: Test = successBody(await owner.post('/api/tests', input));
  return { test, session: await startSession(app.anyone, test) };
}

const lockSession = (db: Database, id: SessionId) =>
  db.selectFrom('all_sessions').select('id').where('id', '=', id).forNoKeyUpdate().execute();

const lockRecording = (db: Database, id: SessionId) =>
  db
    .selectFrom('recordings')
    .select('session_id')
    .where('session_id', '=', id)
    .forNoKeyUpdate()
    .execute();

async function rowsOf({ _id }: Test): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT (SELECT count(*) FROM all_tests WHERE id = ${_id})::int
    + (SELECT count(*) FROM all_sessions WHERE test_id = ${_id})::int AS n`.execute(app.parts.db);
  return rows[0]?.n ?? 0;
}

it('a test is gone while a session of it closes, and removed once it has', async () => {
  const { test, session } = await started();
  await app.parts.db.transaction().execute(async (db) => {
    await lockRecording(db, session._id);
    expect((await owner.delete(`/api/tests/${test._id}/x/y`)).status).toBe(200);
    await remove();
    await lockSession(db, session._id);
    await remove();
    await giveBackSlots(db, test._id as TestId, 1);
    expect(await rowsOf(test)).toBe(2);
  });
  await remove();
  expect(await rowsOf(test)).toBe(0);
});

it('a recording is gone while it closes, and removed once it has', async () => {
  const { test, session } = await started();
  await app.parts.db.transaction().execute(async (db) => {
    await lockRecording(db, session._id);
    const name = encodeURIComponent(session.userTimestamp);
    const path = `/api/tests/${test._id}/recording/x/y/${name}`;
    expect((await owner.delete(path)).status).toBe(200);
    await lockSession(db, session._id);
    await remove();
    expect(await rowsOf(test)).toBe(2);
  });
  await remove();
  expect(await rowsOf(test)).toBe(1);
});

it('a removal gives way to a transaction that holds a row of a session', async () => {
  const { test, session } = await started();
  await app.parts.db
    .insertInto('answers')
    .values({ session_id: session._id, step: 1, ease: 3 })
    .execute();
  await app.parts.db.transaction().execute(async (db) => {
    await db
      .updateTable('answers')
      .set({ ease: 4 })
      .where('session_id', '=', session._id)
      .execute();
    successBody(await owner.delete(`/api/tests/${test._id}/x/y`));
    await remove();
    // The other way round, this would wait for the removal and the removal for this.
    await lockRecording(db, session._id);
  });
  await remove();
  expect(await rowsOf(test)).toBe(0);
});

/** Each round has another order of what happens at the same time. */
const ROUNDS = 8;
const SESSIONS = 4;

it('participants who record and finish meanwhile get an answer of today, and nothing of theirs stays', async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { test } = await started();
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS }, () => startSession(app.anyone, test)),
    );
    const run = async (session: StartedSession) => {
      const sent = await sendPiece(app.anyone, session, { offset: 0, bytes: sentVideo });
      const form = formWithHeatmap(session);
      form.append('events', JSON.stringify([press(500, '1:2')]));
      const finished = await sendForm(app.anyone, test, { form, session });
      for (const { status } of [sent, finished]) statuses.add(status);
    };
    const running = sessions.map(run);
    const deletion = async () => {
      if (round % 2 === 1) await running[round % SESSIONS];
      statuses.add((await owner.delete(`/api/tests/${test._id}/x/y`)).status);
      await Promise.all([remove(), remove()]);
    };
    await Promise.all([...running, deletion()]);
    await remove();
    expect(await rowsOf(test)).toBe(0);
  }
  expect([...statuses].filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([]);
});
