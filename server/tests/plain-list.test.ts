// The plain list of tests: bounded as a whole, and one at a time for each person.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LIST_MAX } from '#contract/limits.ts';
import type { Test } from '#contract/tests.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { evenShare } from './plain-list.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const figmaUrl = 'https://shop.example.com/prototype';
const list = async (client: TestClient) => successBody<Test[]>(await client.get('/api/tests'));

async function record({ _id, revision }: Test, recordings: number): Promise<void> {
  const { db } = app.parts;
  await sql`INSERT INTO sessions (id, test_id, revision_id, participant_name, timestamp_ms, number, state)
    SELECT gen_random_uuid(), ${_id}, ${revision._id}, 'Grace', n, n, 'finished'
    FROM generate_series(1, ${recordings}::int) AS n`.execute(db);
  await sql`INSERT INTO recordings (session_id, upload_id, state, size_bytes)
    SELECT id, gen_random_uuid(), 'ready', 5 FROM sessions WHERE test_id = ${_id}`.execute(db);
}

it('has LIST_MAX recordings in all, the newest of each test, and says how many there are', async () => {
  const owner = await app.signIn('owner@example.com', { company: 'Acme' });
  for (const [name, recordings] of [
    ['few', 3],
    ['none', 0],
    ['many', 600],
    ['more', 400],
  ] as const) {
    await record(
      successBody(await owner.post('/api/tests', { name, task: 't', figmaUrl })),
      recordings,
    );
  }
  const tests = await list(owner);
  expect(
    tests.map(({ name, count_of_recordings: count, recordings, recordings_info: infos }) => [
      ...[name, count, recordings.length, infos.length, infos[0]?.number],
    ]),
  ).toEqual([
    ['more', 400, 248, 248, 400],
    ['many', 600, 248, 248, 600],
    ['none', 0, 0, 0, undefined],
    ['few', 3, 3, 3, 3],
  ]);
  const one = successBody<Test>(await owner.get(`/api/tests/${tests[1]?._id}`));
  expect([one.recordings.length, one.count_of_recordings]).toEqual([LIST_MAX, 600]);
});

it('is read in batches, and whole', async () => {
  const owner = await app.signIn('batches@example.com', { company: 'Acme' });
  expect(await list(owner)).toEqual([]);
  const { _id } = successBody<Test>(
    await owner.post('/api/tests', { name: '0', task: 't', figmaUrl }),
  );
  const { db } = app.parts;
  await sql`INSERT INTO tests (id, workspace_id, unique_id, name, company)
    SELECT gen_random_uuid(), workspace_id, 'many-' || n, n, company FROM tests, generate_series(1, ${LIST_MAX + 20}::int) n
    WHERE id = ${_id}`.execute(db);
  await sql`INSERT INTO revisions (id, test_id, number) SELECT id, id, 1 FROM tests WHERE unique_id LIKE 'many-%'`.execute(
    db,
  );
  await sql`INSERT INTO steps (id, revision_id, position, number, kind, text)
    SELECT id, id, 1, 1, 'task', 't' FROM tests
    WHERE unique_id LIKE 'many-%'`.execute(db);
  const ids = (await list(owner)).map((test) => test._id as string);
  expect(ids).toHaveLength(LIST_MAX);
  expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
});

it('waits for the same person’s list before, and for no one else’s', async () => {
  const [ada, bob] = [
    await app.signIn('ada@example.com', { company: 'Acme' }),
    await app.signIn('bob@example.com', { company: 'Other' }),
  ];
  const { id } = await app.parts.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'ada@example.com')
    .executeTakeFirstOrThrow();
  const held = Promise.withResolvers<void>();
  const holding = app.parts.plainLists.run(id, () => held.promise);
  let isAnswered = false;
  const requests = list(ada).then(() => {
    isAnswered = true;
  });
  expect(await list(bob)).toEqual([]);
  expect(successBody(await ada.get('/api/tests?limit=1'))).toMatchObject({ total: 0 });
  expect(isAnswered).toBe(false);
  held.resolve();
  await Promise.all([holding, requests]);
  expect(isAnswered).toBe(true);
});

it('shares evenly what there is room for, one of each at least', () => {
  expect(evenShare([], 500)).toBe(500);
  expect(evenShare([3, 4], 500)).toBe(500);
  expect(evenShare([3, 1000], 500)).toBe(497);
  expect(evenShare([300, 300], 500)).toBe(250);
  expect(evenShare(Array(600).fill(9), 500)).toBe(1);
});
