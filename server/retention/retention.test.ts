// Retention of a workspace's recordings: a mail warns a week before, deletion runs in batches, and the log
// contains nothing personal.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Retention } from '#contract/retention.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { recordSession, startSession } from '#testing/participant.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  await choose(null);
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  test = successBody(await owner.post('/api/tests', input));
});

const choose = async (days: number | null): Promise<Retention> =>
  successBody(await owner.put('/api/retention', { days }));
const look = async (): Promise<Retention> => successBody(await owner.get('/api/retention'));
const run = () => jobHandlers(app.parts)['retention.run']({});

/** A recording whose session ended so many days ago, with a clip. */
async function recordedBefore(days: number): Promise<string> {
  const { _id } = await recordSession(app.anyone, test, { name: 'Grace' });
  await sql`UPDATE all_sessions SET finished_at = now() - ${days} * interval '1 day' WHERE id = ${_id}`.execute(
    app.parts.db,
  );
  await sql`INSERT INTO clips (id, session_id, test_id, from_ms, to_ms)
    VALUES (gen_random_uuid(), ${_id}, ${test._id}, 0, 2000)`.execute(app.parts.db);
  return _id;
}

/** Days pass: for mails, and for recordings. */
async function pass(days: number): Promise<void> {
  const time = sql`${days} * interval '1 day'`;
  await sql`UPDATE retention_warnings SET sent_at = sent_at - ${time}, until = until - ${time}`.execute(
    app.parts.db,
  );
  await sql`UPDATE all_sessions SET finished_at = finished_at - ${time}`.execute(app.parts.db);
}

async function left(): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM sessions WHERE test_id = ${test._id}`.execute(app.parts.db);
  return rows[0]?.n ?? 0;
}

async function mails(): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'mail.send'`.execute(app.parts.db);
  return rows[0]?.n ?? 0;
}

it('tells before the choice what it deletes, and deletes a week after its mail', async () => {
  await recordedBefore(40);
  await recordedBefore(5);
  const { next } = successBody<Pick<Retention, 'next'>>(
    await owner.get('/api/retention/preview?days=30'),
  );
  expect(next).toMatchObject({ recordings: 1, tests: 1, clips: 1, evidence: 0 });
  expect(Date.parse(next?.from ?? '') - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
  const before = await mails();
  expect(await choose(30)).toMatchObject({ days: 30, next: { recordings: 1 } });
  expect(await mails()).toBe(before + 1);
  await run();
  await pass(6);
  await run();
  expect(await left()).toBe(2);
  await pass(1.1);
  await run();
  expect([await left(), await mails()]).toEqual([1, before + 1]);
  const log = successBody<object[]>(await owner.get('/api/retention/log'));
  expect(log[0]).toMatchObject({ testName: 'Shop', recordings: 1, clips: 1 });
  await run();
  expect(successBody<object[]>(await owner.get('/api/retention/log'))[0]).toEqual(log[0]);
});

it('mails again before what no mail has told', async () => {
  await choose(90);
  await recordedBefore(20);
  const before = await mails();
  await pass(60);
  await run();
  expect(await mails()).toBe(before);
  expect((await look()).next).toBeNull();
  // Eight days before the 90 are over.
  await pass(2.5);
  await run();
  await run();
  expect(await mails()).toBe(before + 1);
  expect((await look()).next).toMatchObject({ recordings: 1 });
  await pass(6.9);
  await run();
  expect(await left()).toBe(1);
  await pass(1);
  await run();
  expect(await left()).toBe(0);
});

it('waits a week again when the time is shortened, and deletes nothing once it is switched off', async () => {
  await recordedBefore(100);
  await choose(90);
  await pass(6);
  await choose(30);
  await pass(2);
  await run();
  expect(await left()).toBe(1);
  await choose(null);
  await pass(30);
  await run();
  expect([await left(), await look()]).toEqual([1, { days: null, next: null }]);
});

it('a longer time keeps what its mail told of', async () => {
  await recordedBefore(100);
  await choose(90);
  const before = await mails();
  await choose(180);
  expect(await mails()).toBe(before);
  await pass(8);
  await run();
  expect(await left()).toBe(1);
});

it('leaves what runs, other workspaces, and the place that was taken', async () => {
  const other = await app.signIn('other@example.com', { company: 'Other' });
  const input = { name: 'Theirs', task: 'Buy', figmaUrl: 'https://example.org/x' };
  const theirs: Test = successBody(await other.post('/api/tests', input));
  const recording = await recordSession(app.anyone, theirs, { name: 'Ada' });
  await startSession(app.anyone, test);
  await recordedBefore(50);
  await choose(30);
  await pass(8);
  await sql`UPDATE all_sessions SET finished_at = now() - interval '400 days' WHERE id = ${recording._id}`.execute(
    app.parts.db,
  );
  await run();
  expect(await left()).toBe(1);
  const { rows } = await sql`SELECT submissions FROM tests WHERE id = ${test._id}
    UNION ALL SELECT count(*)::int FROM sessions WHERE id = ${recording._id}`.execute(app.parts.db);
  expect(rows).toEqual([{ submissions: 2 }, { submissions: 1 }]);
});

it('tells participants on their link, and who has a private link', async () => {
  await choose(365);
  const link = successBody(await app.anyone.get(`/api/link/${test.uniqueId}`));
  expect(link).toMatchObject({ keptDays: 365 });
  const { privateToken } = await recordSession(app.anyone, test, { name: 'Grace' });
  const headers = { authorization: `Bearer ${privateToken}` };
  const { deletedAfter } = successBody<{ deletedAfter: string }>(
    await app.anyone.get('/api/my-recording', headers),
  );
  expect(Date.parse(deletedAfter) - Date.now()).toBeGreaterThan(364 * 24 * 3_600_000);
});
