// Tests that deleted data is removed in batches: all of it, from wherever the last run stopped, and nothing else.
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { jobHandlers } from '#server/pipeline.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { SESSIONS_PER_BATCH } from './removal.db.ts';

let app: TestApp;
let owner: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());

async function newTest(): Promise<Test> {
  const input = { name: 'Shop', task: 'Buy', figmaUrl: 'https://example.org/x' };
  return successBody<Test>(await owner.post('/api/tests', input));
}

/** Sessions with a recording, messages and a reading, as rows. */
/** Bytes that a seeded session counts for: its video, and its opening. */
const SESSION_BYTES = 1 + 250;

async function seed({ _id, revision }: Test, sessions: number): Promise<void> {
  const ids = Array.from({ length: sessions }, () => uuidv7());
  const { db } = app.parts;
  const of = sql`unnest(${ids}::uuid[]) WITH ORDINALITY AS made(id, number)`;
  await sql`INSERT INTO sessions (id, test_id, revision_id, participant_name, timestamp_ms, state, number)
    SELECT id, ${_id}, ${revision._id}, 'Ann', number, 'finished', number FROM ${of}`.execute(db);
  await sql`INSERT INTO recordings (session_id, upload_id, state, size_bytes)
    SELECT id, gen_random_uuid(), 'ready', 1 FROM ${of}`.execute(db);
  await sql`INSERT INTO session_messages (session_id, batch, form, messages, bytes)
    SELECT id, seq, 2, 1, '' FROM ${of}, generate_series(1, 3) AS seq`.execute(db);
  await sql`INSERT INTO openings (id, test_id, revision_id, session_id)
    SELECT gen_random_uuid(), ${_id}, ${revision._id}, id FROM ${of}`.execute(db);
  for (const id of ids.slice(0, 3)) {
    await app.parts.storage.put(videoKey(id as SessionId), Buffer.from('x'));
  }
}

async function counts(): Promise<Record<string, number>> {
  const tables = [
    'all_tests',
    'all_sessions',
    'recordings',
    'session_messages',
    'openings',
    'revisions',
  ];
  const found: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM ${sql.table(table)}`.execute(app.parts.db);
    found[table] = rows[0]?.n ?? 0;
  }
  return found;
}

/** Prefixes of stored objects whose removal is queued. */
async function queuedPrefixes(): Promise<string[]> {
  const { rows } = await sql<{ data: { prefixes: string[] } }>`SELECT data FROM pgboss.job
    WHERE name = 'objects.delete' AND state = 'created'`.execute(app.parts.db);
  return rows.flatMap(({ data }) => data.prefixes);
}

/** Parts whose database is cut off at the n-th query from now, as a kill does it: its transaction is rolled back. */
function killedAt(query: number): Parts {
  let count = 0;
  const jobs: Jobs = {
    ...app.parts.jobs,
    send: (kind, data, transaction) => {
      if (count >= query) throw new Error('killed');
      return app.parts.jobs.send(kind, data, transaction);
    },
  };
  const db = app.parts.db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      if (count >= query) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...app.parts, db, jobs };
}

async function stored() {
  const { storedBytes, deletingSessions } = (await owner.get('/api/storage')).body;
  return { storedBytes, deletingSessions };
}

const remove = (parts: Parts = app.parts) => jobHandlers(parts)['deleted.remove']({});

it('goes on after a kill at each step, and leaves nothing of a test in rows and objects', async () => {
  const otherTest = await newTest();
  await seed(otherTest, 3);
  const before = await counts();
  const test = await newTest();
  const sessions = SESSIONS_PER_BATCH + 20;
  await seed(test, sessions);
  successBody(await owner.delete(`/api/tests/${test._id}/x/y`));
  expect(await stored()).toEqual({
    storedBytes: (sessions + 3) * SESSION_BYTES,
    deletingSessions: sessions,
  });
  let kills = 0;
  // Each time one query further, until a run ends without a kill: every query was the last one once.
  for (let at = 1; kills === at - 1; at += 1) {
    await remove(killedAt(at)).catch((error: Error) => {
      expect(error.message).toBe('killed');
      kills += 1;
    });
  }
  expect(kills).toBeGreaterThan(5);
  expect(await counts()).toEqual(before);
  expect(await stored()).toEqual({ storedBytes: 3 * SESSION_BYTES, deletingSessions: 0 });
  const prefixes = await queuedPrefixes();
  expect([prefixes.length, new Set(prefixes).size]).toEqual([sessions, sessions]);
  await jobHandlers(app.parts)['objects.delete']({ prefixes });
  const objects: string[] = [];
  for await (const { key } of app.parts.storage.list('recordings')) objects.push(key);
  expect(objects).toHaveLength(3);
});

it('two servers remove the same test, each session once', async () => {
  await sql`DELETE FROM pgboss.job WHERE name = 'objects.delete'`.execute(app.parts.db);
  const test = await newTest();
  await seed(test, 2 * SESSIONS_PER_BATCH);
  successBody(await owner.delete(`/api/tests/${test._id}/x/y`));
  await Promise.all([remove(), remove()]);
  await remove();
  const prefixes = await queuedPrefixes();
  expect([prefixes.length, new Set(prefixes).size]).toEqual([
    2 * SESSIONS_PER_BATCH,
    2 * SESSIONS_PER_BATCH,
  ]);
  expect(await naming(test._id)).toBe(0);
});

async function naming(testId: string): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT (SELECT count(*) FROM all_tests WHERE id = ${testId})::int
    + (SELECT count(*) FROM all_sessions WHERE test_id = ${testId})::int AS n`.execute(
    app.parts.db,
  );
  return rows[0]?.n ?? 0;
}

it('a workspace goes with its tests, a test that was made in between too', async () => {
  const test = await newTest();
  await seed(test, 2);
  await app.parts.db
    .updateTable('users')
    .set({ deletion_at: new Date(0) })
    .where('email', '=', 'owner@example.com')
    .execute();
  await jobHandlers(app.parts)['accounts.delete-due']({});
  // This is the effect of a member's call that was permitted before the deletion.
  await sql`INSERT INTO all_tests (id, workspace_id, unique_id, name, company)
    SELECT gen_random_uuid(), workspace_id, 'late', 'n', 'c' FROM all_tests WHERE id = ${test._id}`.execute(
    app.parts.db,
  );
  await remove();
  const { all_tests, all_sessions, recordings, session_messages, openings } = await counts();
  expect([all_tests, all_sessions, recordings, session_messages, openings]).toEqual([
    0, 0, 0, 0, 0,
  ]);
  const { rows } = await sql`SELECT 1 FROM all_workspaces`.execute(app.parts.db);
  expect(rows).toEqual([]);
});

it('what refers to a row that goes is found by an index', async () => {
  const { rows } =
    await sql`SELECT conrelid::regclass::text AS table, conname FROM pg_constraint AS own
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_index WHERE indrelid = conrelid AND indpred IS NULL
        AND (indkey::int2[])[0:array_length(conkey, 1) - 1] @> conkey)`.execute(app.parts.db);
  expect(rows).toEqual([]);
});
