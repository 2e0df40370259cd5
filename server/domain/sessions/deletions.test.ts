// Deletions beside transactions that hold a session's rows and want another one: each waits, none fails.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionId, TestId } from '#contract/ids.ts';
import type { StartedSession } from '#contract/sessions.ts';
import type { Test } from '#contract/tests.ts';
import type { Database } from '#server/db/database.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';
import { giveBackSlot } from './slots.ts';

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

async function started(): Promise<{ test: Test; session: StartedSession }> {
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  const test: Test = (await owner.post('/api/tests', input)).body;
  return { test, session: await startSession(app.anyone, test) };
}

/** Until some statement waits for a row that another transaction holds. */
async function waiting(): Promise<void> {
  const count = async () => {
    const found = sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`;
    return (await found.execute(app.parts.db)).rows[0]?.n;
  };
  await expect.poll(count, { timeout: 5000 }).toBe(1);
}

const lockSession = (db: Database, id: SessionId) =>
  db.selectFrom('sessions').select('id').where('id', '=', id).forNoKeyUpdate().execute();

const lockRecording = (db: Database, id: SessionId) =>
  db
    .selectFrom('recordings')
    .select('session_id')
    .where('session_id', '=', id)
    .forNoKeyUpdate()
    .execute();

it('a test goes once a place of it has been given back', async () => {
  const { test, session } = await started();
  const deleted = await app.parts.db.transaction().execute(async (db) => {
    await lockSession(db, session._id);
    const deletion = owner.delete(`/api/tests/${test._id}/Acme/Shop`);
    await waiting();
    await giveBackSlot(db, test._id as TestId);
    return { deletion };
  });
  expect((await deleted.deletion).status).toBe(200);
});

it('a test goes once a recording of it was closed', async () => {
  const { test, session } = await started();
  const deleted = await app.parts.db.transaction().execute(async (db) => {
    await lockRecording(db, session._id);
    const deletion = owner.delete(`/api/tests/${test._id}/Acme/Shop`);
    await waiting();
    await lockSession(db, session._id);
    await giveBackSlot(db, test._id as TestId);
    return { deletion };
  });
  expect((await deleted.deletion).status).toBe(200);
});

it('a recording goes once it was closed', async () => {
  const { test, session } = await started();
  const deleted = await app.parts.db.transaction().execute(async (db) => {
    await lockRecording(db, session._id);
    const path = `/api/tests/${test._id}/recording/Acme/Shop/${session.userTimestamp}`;
    const deletion = owner.delete(path);
    await waiting();
    await lockSession(db, session._id);
    return { deletion };
  });
  expect((await deleted.deletion).status).toBe(200);
});

it("an account goes with its workspace's recordings once one of them was closed", async () => {
  const { test, session } = await started();
  await app.parts.db
    .updateTable('users')
    .set({ deletion_at: new Date(0) })
    .where('email', '=', 'owner@example.com')
    .execute();
  const deletion = await app.parts.db.transaction().execute(async (db) => {
    await lockRecording(db, session._id);
    const deleted = jobHandlers(app.parts)['accounts.delete-due']({});
    await waiting();
    await lockSession(db, session._id);
    await giveBackSlot(db, test._id as TestId);
    return { deleted };
  });
  await deletion.deleted;
  expect((await owner.get('/auth/check-auth')).status).toBe(401);
});
