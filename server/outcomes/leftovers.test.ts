// Nothing of a deleted recording, test or account stays in any table.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SessionId } from '#contract/ids.ts';
import type { Test } from '#contract/tests.ts';
import { jobHandlers } from '#server/pipeline.ts';
import { showTestScreen } from '#testing/add-screen-image.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { change, missed, recordMessages } from '#testing/messages.ts';

let app: TestApp;
let owner: TestClient;
let test: Test;
let session: SessionId;
let userTimestamp: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});
afterAll(() => app.close());
beforeEach(async () => {
  const goal = { kind: 'screens', screens: ['700:1'], routes: [] };
  const form = { name: 'T', task: 't', figmaUrl: app.parts.samplePrototypeUrl, goal };
  test = successBody(await owner.post('/api/tests', form));
  await showTestScreen(app, test, { nodeId: '1:2' });
  const messages = [missed(500, '1:2'), change(900, '700:1')];
  ({ sessionId: session, userTimestamp } = await recordMessages(app, test, messages));
  const { db } = app.parts;
  await sql`INSERT INTO openings (id, test_id, revision_id, session_id)
    VALUES (gen_random_uuid(), ${test._id}, ${test.revision._id}, ${session})`.execute(db);
  await sql`INSERT INTO answers (session_id, step, ease) VALUES (${session}, 1, 3)`.execute(db);
  await sql`INSERT INTO session_messages (session_id, batch, form, messages, bytes)
    VALUES (${session}, 0, 1, 1, '')`.execute(db);
  const decided = { outcome: 'gave_up', basedOn: null };
  successBody(await owner.put(`/api/recordings/${session}/outcome`, decided));
  const of = `/api/recordings/${session}`;
  successBody(await owner.post(`${of}/notes`, { atMs: 0, text: 'N' }));
  successBody(await owner.post(`${of}/clips`, { fromMs: 0, toMs: 1000 }));
});

const remove = () => jobHandlers(app.parts)['deleted.remove']({});

/** Tables with rows that name one of these ids in any column; counts of calls end by time. */
async function naming(ids: string[]): Promise<string[]> {
  const { db } = app.parts;
  const { rows } = await sql<{ name: string }>`SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'rate_counts' ORDER BY 1`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows } = await sql`SELECT 1 FROM ${sql.table(name)} AS row
      WHERE EXISTS (SELECT 1 FROM unnest(${ids}::text[]) AS id WHERE row::text LIKE '%' || id || '%')
      LIMIT 1`.execute(db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it('of a recording; its opening stays, and is no session’s', async () => {
  expect(await naming([session])).toEqual([
    ...[
      'all_clips',
      'all_notes',
      'all_sessions',
      'answers',
      'clicks',
      'judgements',
      'openings',
      'readings',
    ],
    ...['recordings', 'reported_nodes', 'run_places', 'run_screens', 'session_messages'],
    ...['task_runs', 'visits'],
  ]);
  const path = encodeURIComponent(userTimestamp);
  successBody(await owner.delete(`/api/tests/${test._id}/recording/x/y/${path}`));
  await remove();
  expect(await naming([session])).toEqual([]);
  expect(await naming([test._id])).toContain('openings');
});

it('of a test', async () => {
  expect(await naming([test._id])).toContain('test_screens');
  successBody(await owner.delete(`/api/tests/${test._id}/x/y`));
  await remove();
  expect(await naming([session, test._id, test.revision._id])).toEqual([]);
});

it('of an account, with all that its workspace had', async () => {
  const users = app.parts.db.updateTable('users').set({ deletion_at: new Date(0) });
  const [user] = await users.returning('id').execute();
  await jobHandlers(app.parts)['accounts.delete-due']({});
  await remove();
  expect(await naming([session, test._id, user?.id ?? ''])).toEqual([]);
});
