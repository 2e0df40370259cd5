// Limits on starts of transcriptions: one in ten minutes of a recording, a number an hour of a workspace, and in
// turns.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import { TRANSCRIPTS_RATE } from '#contract/limits.ts';
import type { Test } from '#contract/tests.ts';
import type { Transcript, TranscriptCounts } from '#contract/transcripts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { recordSession } from '#testing/participant.ts';
import { DEAF_RECOGNISER, endPause } from '#testing/transcripts.ts';
import { transcribeAtEnd } from './ask-for-transcript.flow.ts';
import { readStartsLeft } from './starts.db.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let sessionId: SessionId;

beforeAll(async () => {
  app = await startTestApp({ sample: true, env: { TRANSCRIBE_URL: DEAF_RECOGNISER } });
});
afterAll(() => app?.close());
beforeEach(async () => {
  owner = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Acme' });
  test = await newTest(owner);
  ({ _id: sessionId } = await recordSession(app.anyone, test, { name: 'Ada' }));
});

const newTest = (by: TestClient) => createTest(app, by);

const address = (id = sessionId) => `/api/recordings/${id}/transcript`;
const all = () => `/api/tests/${test._id}/transcripts`;

async function setState(state: 'running' | 'failed' | 'ready'): Promise<void> {
  await app.parts.db
    .updateTable('transcripts')
    .set({ state })
    .where('session_id', '=', sessionId)
    .execute();
}

/** Jobs of these recordings in the order in which servers take them. */
async function readJobs(of: readonly SessionId[]) {
  const { rows } = await sql<{ sessionId: SessionId; runId: string; startAfter: Date }>`
    SELECT data->>'sessionId' AS "sessionId", data->>'runId' AS "runId", start_after AS "startAfter"
    FROM pgboss.job WHERE name = 'transcripts.make' AND data->>'sessionId' IN (${sql.join(of)})
    ORDER BY priority DESC, created_on`.execute(app.parts.db);
  return rows;
}

/** Sessions of the test that are over, each with a transcript that was started so. */
async function addSessions(count: number, transcript: 'none' | 'by hand' | 'at the end') {
  await app.parts.db.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: SessionId }>`
      INSERT INTO all_sessions SELECT (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(),
        'number', most + n, 'timestamp_ms', one.timestamp_ms - most - n, 'private_link_hash', NULL))).*
      FROM all_sessions AS one, generate_series(1, ${count}::int) AS n,
        (SELECT max(number) AS most FROM sessions WHERE test_id = ${test._id}) AS numbers
      WHERE one.id = ${sessionId}
      RETURNING id`.execute(db);
    await sql`UPDATE all_tests SET numbered = numbered + ${count}::int WHERE id = ${test._id}`.execute(
      db,
    );
    const ids = sql`unnest(${sql.val(rows.map(({ id }) => id))}::uuid[])`;
    await sql`INSERT INTO recordings (session_id, upload_id, state, size_bytes, duration_ms)
      SELECT id, gen_random_uuid(), 'ready', 1000, 1000 FROM ${ids} AS session (id)`.execute(db);
    if (transcript === 'none') return;
    await sql`INSERT INTO transcripts (session_id, test_id, workspace_id, state, run_id, requested_by)
      SELECT session.id, tests.id, workspace_id, 'ready', gen_random_uuid(),
        CASE WHEN ${transcript === 'by hand'} THEN workspaces.owner_id END
      FROM ${ids} AS session (id), tests
        JOIN workspaces ON workspaces.id = workspace_id WHERE tests.id = ${test._id}`.execute(db);
  });
}

describe('a recording', () => {
  it('is transcribed once in ten minutes, however often it is started', async () => {
    await setState('failed');
    const answers = await Promise.all(Array.from({ length: 20 }, () => owner.post(address())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    const [refused] = answers;
    expect(refused?.body).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/once in 10 minutes. Start it again in \d+ minutes/),
    });
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(500);
    expect(seconds).toBeLessThanOrEqual(600);
    const transcript = successBody<Transcript>(await owner.get(address()));
    expect(Date.parse(transcript.startableAt ?? '')).toBeGreaterThan(Date.now());
    await endPause(app.parts.db, sessionId);
    const again = await Promise.all(Array.from({ length: 20 }, () => owner.post(address())));
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await readJobs([sessionId])).toHaveLength(2);
  });

  it('that is transcribed already stays as it is', async () => {
    const [job] = await readJobs([sessionId]);
    expect(successBody<Transcript>(await owner.post(address())).state).toBe('waiting');
    await setState('running');
    expect(successBody<Transcript>(await owner.post(address())).state).toBe('running');
    expect(await readJobs([sessionId])).toEqual([job]);
  });

  it('is left out of a start of its whole test until then', async () => {
    await setState('failed');
    const { states, startableAt } = successBody<TranscriptCounts>(await owner.post(all()));
    expect(states).toMatchObject({ failed: 1, waiting: 0 });
    expect(Date.parse(startableAt ?? '')).toBeGreaterThan(Date.now());
    await endPause(app.parts.db, sessionId);
    expect(successBody<TranscriptCounts>(await owner.get(all())).startableAt).toBeNull();
    const started = successBody<TranscriptCounts>(await owner.post(all()));
    expect(started.states).toMatchObject({ failed: 0, waiting: 1 });
  });
});

const endAgain = () =>
  app.parts.db.transaction().execute((db) => transcribeAtEnd(app.parts, db, sessionId));

describe('a recording that goes on and ends again', () => {
  it('keeps its job that has not begun', async () => {
    const jobs = await readJobs([sessionId]);
    await endAgain();
    expect(await readJobs([sessionId])).toEqual(jobs);
  });

  it('is transcribed again when its pause is over, once', async () => {
    await setState('ready');
    for (let count = 0; count < 5; count += 1) await endAgain();
    const jobs = await readJobs([sessionId]);
    expect(jobs).toHaveLength(2);
    const [first, second] = jobs.toSorted(
      (a, b) => a.startAfter.getTime() - b.startAfter.getTime(),
    );
    const laterMs = (second?.startAfter.getTime() ?? 0) - (first?.startAfter.getTime() ?? 0);
    expect(Math.round(laterMs / 60_000)).toBe(10);
    const row = await app.parts.db
      .selectFrom('transcripts')
      .select(['state', 'run_id'])
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    expect(row).toEqual({ state: 'waiting', run_id: second?.runId });
  });
});

describe('a workspace', () => {
  it('starts so many by hand in an hour', async () => {
    await addSessions(TRANSCRIPTS_RATE.calls - 1, 'by hand');
    await addSessions(3, 'none');
    const { states } = successBody<TranscriptCounts>(await owner.post(all()));
    expect(states).toMatchObject({ none: 2, waiting: 2 });
    const refused = await owner.post(all());
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    await endPause(app.parts.db, sessionId);
    expect((await owner.post(address())).status).toBe(429);
    // The ends of sessions are counted apart.
    const { _id: next } = await recordSession(app.anyone, test, { name: 'Bob' });
    expect(successBody<Transcript>(await owner.get(address(next))).state).toBe('waiting');
  });

  it('has so many transcribed at the end of sessions in an hour; others are started by hand', async () => {
    await addSessions(TRANSCRIPTS_RATE.calls - 1, 'at the end');
    const { _id: next } = await recordSession(app.anyone, test, { name: 'Bob' });
    expect(successBody<Transcript>(await owner.get(address(next))).state).toBe('none');
    expect(successBody<Transcript>(await owner.post(address(next))).state).toBe('waiting');
  });

  it('is counted alone, within its window', async () => {
    const { workspace_id: id } = await app.parts.db
      .selectFrom('transcripts')
      .select('workspace_id')
      .where('session_id', '=', sessionId)
      .executeTakeFirstOrThrow();
    const of = { workspaceId: id as never, byHand: false };
    const left = (perSeconds: number) =>
      readStartsLeft(app.parts.db, of, { calls: 1, perSeconds }).then(({ left: count }) => count);
    expect([await left(3000), await left(0)]).toEqual([0, 1]);
    await endPause(app.parts.db, sessionId);
    expect(await left(3000)).toBe(1);
  });

  it('takes turns with others: one recording does not wait behind fifty of another workspace', async () => {
    await addSessions(50, 'none');
    successBody(await owner.post(all()));
    const other = await app.signIn(`${crypto.randomUUID()}@example.com`, { company: 'Other' });
    const { _id: single } = await recordSession(app.anyone, await newTest(other), { name: 'Eve' });
    const many = await app.parts.db
      .selectFrom('transcripts')
      .select('session_id')
      .where('test_id', '=', test._id)
      .execute();
    const ids = many.map(({ session_id: id }) => id as SessionId);
    expect(ids).toHaveLength(51);
    const order = (await readJobs([...ids, single])).map((job) => job.sessionId);
    expect(order.indexOf(single)).toBeLessThan(3);
  });
});
