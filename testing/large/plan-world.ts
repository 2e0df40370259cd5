// The world of the test of plans: that of the table of roles, in a database that has grown around it.
import { sql } from 'kysely';
import { inject } from 'vitest';
import type { RevisionId, TestId, WorkspaceId } from '#contract/ids.ts';
import { type Database, openDatabase } from '#server/platform/db/database.ts';
import { databaseIn } from '#testing/database.setup.ts';
import { quietMessages, storeMessages } from '#testing/messages.ts';
import type { RoleWorld } from '#testing/roles/role.ts';
import { makeRoleWorld } from '#testing/roles/role-world.ts';
import { seedLarge } from './seed.ts';

/** The smallest sizes that show growth: PostgreSQL reads a small table whole, and so it does a large part of any. */
export const SIZES = {
  workspaces: 2000,
  tests: 2000,
  sessions: 30_000,
  sessionsOfLargest: 2000,
  tasksOfLargest: 5,
  messages: 2,
  presented: 2,
  clicks: 2,
};
/** Number of messages in the running session, near EVENTS_MAX. */
export const MESSAGES = 19_000;

export async function makeLargeWorld(webRoot: string): Promise<RoleWorld> {
  const world = await makeRoleWorld(webRoot);
  const { app, target, workspaceId } = world;
  const { admin } = inject('testServer');
  const { database = '' } = app.database.connection;
  const db = openDatabase({ ...admin, ...databaseIn(admin, database) });
  const { test, session } = target;
  await seedLarge(
    db,
    {
      workspaceId: workspaceId as WorkspaceId,
      testId: test._id as TestId,
      revisionId: test.revision._id as RevisionId,
    },
    SIZES,
  );
  target.questionStep += SIZES.tasksOfLargest - 1;
  await storeMessages(db, session._id, quietMessages(MESSAGES));
  await sql`UPDATE sessions SET events_in_a_row = ${MESSAGES} WHERE id = ${session._id}`.execute(
    db,
  );
  await sql`ANALYZE session_messages`.execute(db);
  await db.destroy();
  return world;
}

/** PostgreSQL reads fewer rows than this (a page or two) as a whole, so their plans have no meaning. */
const GROWN = 1000;

/** Tables that grow with use, and those that have not here. */
export async function tablesBySize(
  db: Database,
): Promise<{ growing: Set<string>; small: string[] }> {
  const { rows } = await sql<{
    name: string;
    rows: number;
  }>`SELECT relname AS name, reltuples::int AS rows
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`.execute(
    db,
  );
  const names = (some: typeof rows) => some.map(({ name }) => name);
  return {
    growing: new Set(names(rows.filter((table) => table.rows >= GROWN))),
    small: names(rows.filter((table) => table.rows < GROWN)),
  };
}

/** References without an index to find the referring rows by: a deletion would look through all of them. */
export async function unindexedReferences(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT conrelid::regclass || '.' || conname AS name FROM pg_constraint
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
      SELECT FROM pg_index WHERE indrelid = conrelid AND indpred IS NULL
        AND (indkey::int2[])[0:cardinality(conkey) - 1] @> conkey)`.execute(db);
  return rows.map(({ name }) => name);
}
