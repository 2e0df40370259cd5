// Fills a database as years of use fill it, by SQL: for the test of all statements' plans and for benchmarks.
//
// What belongs to a workspace and a test is made by series. Sessions are copies of a few that have all that a session
// has (`template-sessions.ts`), so that their rows fit each other: a new table of sessions is copied too.
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import { copySessions } from './copied-sessions.ts';
import { addIntegrations } from './integrations.ts';
import { addPeople } from './people.ts';
import { addReports } from './reports.ts';
import { addTemplates, type LargeSizes } from './template-sessions.ts';
import { addTasks, addTests, type LargestTest } from './tests.ts';

/**
 * Adds rows to a migrated database, in one transaction; nothing is stored beside it, no file of a recording. Open
 * pages hear nothing of it.
 * @param db as the tables' owner, or as a superuser, which takes half the time: no reference is looked up.
 */
export async function seedLarge(
  db: Database,
  largest: LargestTest,
  sizes: LargeSizes,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction);
    await sql`SET LOCAL synchronous_commit = off`.execute(transaction);
    await withoutTriggers(transaction, async () => {
      await addPeople(transaction, sizes.workspaces);
      await addTests(transaction, largest, sizes.tests);
      await addTasks(transaction, largest, sizes.tasksOfLargest);
      await addIntegrations(transaction, sizes);
      await addReports(transaction, sizes.tests);
      await addTemplates(transaction, largest, sizes);
      await copySessions(transaction, largest, sizes);
      await sql`INSERT INTO result_versions (test_id) SELECT id FROM all_tests`.execute(
        transaction,
      );
    });
  });
  await db.connection().execute(async (one) => {
    await sql`SET statement_timeout = 0`.execute(one);
    await sql`VACUUM ANALYZE`.execute(one);
    await sql`RESET statement_timeout`.execute(one);
  });
}

async function withoutTriggers(db: Database, work: () => Promise<void>): Promise<void> {
  const { rows: roles } =
    await sql`SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper`.execute(db);
  if (roles.length > 0) {
    await sql`SET LOCAL session_replication_role = replica`.execute(db);
    await work();
    return;
  }
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger
    WHERE NOT tgisinternal AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`.execute(
    db,
  );
  for (const { name } of rows) {
    await sql`ALTER TABLE ${sql.table(name)} DISABLE TRIGGER USER`.execute(db);
  }
  await work();
  // A table with a deferred check that waits cannot be altered.
  await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(db);
  for (const { name } of rows) {
    await sql`ALTER TABLE ${sql.table(name)} ENABLE TRIGGER USER`.execute(db);
  }
}
