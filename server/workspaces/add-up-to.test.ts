// Rows up to a limit, when two are added at once: the second counts when the first is there.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';
import { countWaiting } from '#testing/count-waiting.ts';
import { cloneDatabase, type TestDatabase } from '#testing/database.ts';
import { addUpTo } from './add-up-to.db.ts';

const workspaceId = crypto.randomUUID() as WorkspaceId;
let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase({ empty: true });
  await sql`CREATE TABLE all_workspaces (id uuid)`.execute(database.db);
  await sql`INSERT INTO all_workspaces VALUES (${workspaceId})`.execute(database.db);
  await sql`CREATE TABLE things (name text)`.execute(database.db);
});
afterAll(() => database.drop());

async function count(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM things`.execute(db);
  return rows[0]?.n ?? 0;
}

it('adds no more than there may be', async () => {
  let counted = false;
  let second: Promise<string | null> | undefined;
  const addSecond = () =>
    addUpTo(database.db, workspaceId, {
      most: 1,
      count: async (db) => {
        counted = true;
        return await count(db);
      },
      add: async () => 'second',
    });
  const first = await addUpTo(database.db, workspaceId, {
    most: 1,
    count,
    add: async (db) => {
      second = addSecond();
      while (!counted && (await countWaiting(database.db)) === 0);
      await sql`INSERT INTO things VALUES ('first')`.execute(db);
      return 'first';
    },
  });
  expect([first, await second]).toEqual(['first', null]);
});
