// Outcomes settled and stored: when a session closes, after answers, judgements and changed goals, also of thousands.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Goal } from '#contract/goals.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { renewReadings } from '#server/readings/renew.flow.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { createTest } from '#testing/create-test.ts';
import { change, type Message, missed, press, recordMessages } from '#testing/messages.ts';
import { settleRun, settleStep } from './settle.db.ts';

const [HOME, LIST, CART] = ['1:2', '700:1', '700:2'];

let app: TestApp;
let owner: TestClient;
let test: Test;
let stepId: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  test = await createTest(app, owner);
  const { revision } = test;
  const step = app.parts.db
    .selectFrom('steps')
    .select('id')
    .where('revision_id', '=', revision._id);
  stepId = (await step.executeTakeFirstOrThrow()).id;
});

const record = async (messages: Message[]) => (await recordMessages(app, test, messages)).sessionId;

/** Writes the goal as a change of the goal does; outcomes stay as they were. */
const setGoal = (goal: Goal | null) =>
  sql`UPDATE steps SET goal = ${goal && JSON.stringify(goal)}::jsonb, goal_version = goal_version + 1
    WHERE id = ${stepId}`.execute(app.parts.db);
const reach = (...screens: string[]): Goal => ({ kind: 'screens', screens, routes: [] });

async function runOf(sessionId: SessionId) {
  return await app.parts.db
    .selectFrom('task_runs')
    .select(['computed_outcome', 'outcome', 'goal_at_ms', 'goal_version', 'route', 'screens'])
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

const judge = (sessionId: SessionId, judged: { outcome?: string; reason?: string }) =>
  app.parts.db.transaction().execute(async (db) => {
    const kind = judged.reason === undefined ? 'outcome' : 'exclusion';
    await sql`INSERT INTO judgements (id, session_id, step, kind, outcome, reason) VALUES (
      gen_random_uuid(), ${sessionId}, 1, ${kind}, ${judged.outcome ?? null}, ${judged.reason ?? null})`.execute(
      db,
    );
    await settleRun(db, sessionId);
  });

const walk = [press(1000, HOME), change(2000, LIST), missed(3000, LIST), change(9000, CART)];

describe('a session that closes', () => {
  it('is settled by the goal of its step', async () => {
    await setGoal(reach(CART));
    expect(await runOf(await record(walk))).toEqual({
      computed_outcome: 'direct',
      outcome: 'direct',
      goal_at_ms: 9000,
      goal_version: 1,
      route: '1.2.3',
      screens: [1, 2, 3],
    });
  });

  it('has ended without one by what its participant did', async () => {
    expect(await runOf(await record(walk))).toMatchObject({ outcome: 'stopped', goal_at_ms: null });
    expect(await runOf(await record([]))).toMatchObject({ outcome: 'not_measurable' });
    expect(await runOf(await record([change(10, HOME)]))).toMatchObject({ outcome: 'never_began' });
  });

  it('keeps what was decided when it is read again', async () => {
    const session = await record(walk);
    await judge(session, { outcome: 'indirect' });
    await sql`UPDATE readings SET version = 0 WHERE session_id = ${session}`.execute(app.parts.db);
    await renewReadings(app.parts, {});
    const decided = { computed_outcome: 'stopped', outcome: 'indirect' };
    expect(await runOf(session)).toMatchObject(decided);
  });
});

describe('a run is settled again', () => {
  it('after answers', async () => {
    const session = await record(walk);
    const answer = (didIt: boolean) =>
      app.parts.db.transaction().execute(async (db) => {
        await sql`INSERT INTO answers (session_id, step, did_it) VALUES (${session}, 1, ${didIt})
          ON CONFLICT (session_id, step) DO UPDATE SET did_it = excluded.did_it`.execute(db);
        await settleRun(db, session);
      });
    await answer(true);
    expect(await runOf(session)).toMatchObject({ outcome: 'thought_done' });
    await answer(false);
    expect(await runOf(session)).toMatchObject({ outcome: 'gave_up' });
  });

  it('after judgements: excluded goes before decided, decided before computed', async () => {
    const session = await record(walk);
    await judge(session, { outcome: 'direct' });
    expect(await runOf(session)).toMatchObject({ outcome: 'direct', computed_outcome: 'stopped' });
    await judge(session, { reason: 'A colleague' });
    expect(await runOf(session)).toMatchObject({ outcome: 'excluded' });
    await sql`UPDATE judgements SET reason = NULL WHERE reason IS NOT NULL`.execute(app.parts.db);
    await app.parts.db.transaction().execute((db) => settleRun(db, session));
    expect(await runOf(session)).toMatchObject({ outcome: 'direct' });
  });

  it('not before it is read, and not once it is gone', async () => {
    const session = await record(walk);
    await sql`DELETE FROM task_runs WHERE session_id = ${session}`.execute(app.parts.db);
    await app.parts.db.transaction().execute((db) => settleRun(db, session));
    await sql`DELETE FROM sessions WHERE id = ${session}`.execute(app.parts.db);
    await app.parts.db.transaction().execute((db) => settleRun(db, session));
  });
});

describe('a changed goal', () => {
  it('settles all runs of its step, each goal of the design as it is now', async () => {
    const [there, back] = [await record(walk), await record([...walk, change(12_000, HOME)])];
    await setGoal(reach(LIST));
    await settleStep(app.parts, stepId);
    expect(await runOf(there)).toMatchObject({ outcome: 'direct', goal_at_ms: 2000, route: '1.2' });
    await setGoal({ kind: 'screens', screens: [HOME], routes: [[HOME, LIST, CART, HOME]] });
    await settleStep(app.parts, stepId);
    // The first screen is a goal already: no run goes the route.
    expect(await runOf(back)).toMatchObject({ outcome: 'direct', goal_at_ms: 0, route: '1' });
    await setGoal(reach('404:404'));
    await settleStep(app.parts, stepId);
    expect(await runOf(there)).toMatchObject({ outcome: 'stopped', goal_at_ms: null });
    await setGoal({ kind: 'judged' });
    await settleStep(app.parts, stepId);
    expect(await runOf(there)).toMatchObject({ outcome: 'to_judge', route: '1.2.3' });
    await setGoal(null);
    await settleStep(app.parts, stepId);
    expect(await runOf(there)).toMatchObject({ outcome: 'stopped', goal_version: 5 });
  });

  it('is followed by the job where the server died before it was done', async () => {
    const session = await record(walk);
    await setGoal(reach(CART));
    expect(await runOf(session)).toMatchObject({ goal_version: 0, outcome: 'stopped' });
    await settleStep(app.parts, stepId);
    expect(await runOf(session)).toMatchObject({ goal_version: 1, outcome: 'direct' });
    await settleStep(app.parts, stepId);
    await settleStep(app.parts, '00000000-0000-4000-8000-000000000000');
  });

  it('settles thousands of runs, also beside the job', async () => {
    const session = await record(walk);
    await copyRun(session, 2500);
    await setGoal(reach(CART));
    await Promise.all([settleStep(app.parts, stepId), settleStep(app.parts, stepId)]);
    const { rows } = await sql`SELECT outcome, goal_version, count(*)::int AS runs FROM task_runs
      JOIN sessions ON sessions.id = session_id WHERE test_id = ${test._id} GROUP BY 1, 2`.execute(
      app.parts.db,
    );
    expect(rows).toEqual([{ outcome: 'direct', goal_version: 1, runs: 2501 }]);
  });

  it('waits for a session that closes by the goal before, and settles it', async () => {
    const session = await record(walk);
    const { db } = app.parts;
    const settled = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const closing = db.transaction().execute(async (transaction) => {
      await settleRun(transaction, session);
      settled.resolve();
      await mayEnd.promise;
    });
    await settled.promise;
    const changing = setGoal(reach(CART)).then(() => settleStep(app.parts, stepId));
    await expect.poll(waitingForLocks, { timeout: 5000 }).toBe(1);
    mayEnd.resolve();
    await Promise.all([closing, changing]);
    expect(await runOf(session)).toMatchObject({ outcome: 'direct', goal_version: 1 });
  });

  it('is seen by a session that closes while its runs are settled', async () => {
    const session = await record(walk);
    const { db } = app.parts;
    await db.transaction().execute(async (transaction) => {
      // This imitates a reading that is stored: it locks its run and has not read the goal.
      await sql`UPDATE task_runs SET route = 'x' WHERE session_id = ${session}`.execute(
        transaction,
      );
      await setGoal(reach(CART));
      await settleStep(app.parts, stepId);
      await settleRun(transaction, session);
    });
    expect(await runOf(session)).toMatchObject({ outcome: 'direct', goal_version: 1 });
  });
});

async function waitingForLocks() {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_locks
    WHERE NOT granted`.execute(app.parts.db);
  return rows[0]?.n;
}

/** So many more sessions like one. */
async function copyRun(of: SessionId, times: number): Promise<void> {
  await sql`WITH copies AS (
      INSERT INTO sessions (id, test_id, revision_id, participant_name, timestamp_ms, state, number)
      SELECT gen_random_uuid(), test_id, revision_id, 'Copy', timestamp_ms + copy, state, number + copy
      FROM sessions, generate_series(1, ${times}::int) AS copy WHERE id = ${of} RETURNING id
    ), recorded AS (
      INSERT INTO recordings (session_id, upload_id, state, size_bytes)
      SELECT id, gen_random_uuid(), 'ready', 1 FROM copies
    ), read AS (
      INSERT INTO readings (session_id, version) SELECT id, 2 FROM copies
    )
    INSERT INTO task_runs SELECT (json_populate_record(task_runs, json_build_object('session_id', copies.id))).*
    FROM task_runs, copies WHERE session_id = ${of}`.execute(app.parts.db);
}
