// Removes rows of what is deleted, a bounded number in each transaction. Rows that another transaction has locked are passed over:
// no two transactions wait for each other.
import { type RawBuilder, sql } from 'kysely';
import type { ScreenImageId, SessionId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';
import { recordingPrefix, screenKey } from '#server/media/object-keys.ts';

/** What one transaction removed: rows, and the prefixes of the stored objects that go with them. */
export interface Removed {
  sessions: number;
  prefixes: string[];
}

/** Sessions with all rows of theirs, some dozen each: a transaction takes a few tenths of a second. */
export const SESSIONS_PER_BATCH = 500;
const OPENINGS_PER_BATCH = 5000;
const SCREENS_PER_BATCH = 500;

/** Sessions that are deleted themselves, or whose test is. */
export async function removeSessions(db: Database): Promise<Removed | null> {
  const own = await sql<{
    id: string;
  }>`${lockedSessions(sql`sessions.deleted_at IS NOT NULL`)}`.execute(db);
  // Test by test, so that the plan reads the sessions of deleted tests alone.
  const ofTests = await sql<{ id: string }>`SELECT locked.id
    FROM all_tests CROSS JOIN LATERAL (${lockedSessions(sql`sessions.test_id = all_tests.id`)}) AS locked
    WHERE all_tests.deleted_at IS NOT NULL LIMIT ${SESSIONS_PER_BATCH - own.rows.length}`.execute(
    db,
  );
  const ids = [...new Set([...own.rows, ...ofTests.rows].map(({ id }) => id as SessionId))];
  if (ids.length === 0) return null;
  await sql`DELETE FROM all_sessions WHERE id = ANY(${ids}::uuid[])`.execute(db);
  return { sessions: ids.length, prefixes: ids.map(recordingPrefix) };
}

/** Locks both rows of each, and passes over what another transaction holds. */
function lockedSessions(which: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`SELECT sessions.id FROM all_sessions AS sessions
    JOIN recordings ON recordings.session_id = sessions.id
    WHERE ${which} LIMIT ${SESSIONS_PER_BATCH} FOR UPDATE OF recordings, sessions SKIP LOCKED`;
}

/** What is kept of opened share links of deleted tests. */
export async function removeOpenings(db: Database): Promise<Removed | null> {
  const { rows } = await sql`DELETE FROM openings WHERE id IN (
      SELECT openings.id FROM all_tests JOIN openings ON openings.test_id = all_tests.id
      WHERE all_tests.deleted_at IS NOT NULL
      LIMIT ${OPENINGS_PER_BATCH} FOR UPDATE OF openings SKIP LOCKED)
    RETURNING id`.execute(db);
  return rows.length > 0 ? { sessions: 0, prefixes: [] } : null;
}

/** A deleted test without sessions and openings, with the images of screens that no revision of another test shows. */
export async function removeTest(db: Database): Promise<Removed | null> {
  const { rows } = await sql<{ id: string }>`SELECT tests.id FROM all_tests AS tests
      JOIN all_workspaces AS workspaces ON workspaces.id = tests.workspace_id
    WHERE tests.deleted_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM all_sessions WHERE test_id = tests.id)
      AND NOT EXISTS (SELECT FROM openings WHERE test_id = tests.id)
    LIMIT 1 FOR NO KEY UPDATE OF workspaces, tests SKIP LOCKED`.execute(db);
  const [test] = rows;
  if (!test) return null;
  const shown = await sql<{ id: string }>`SELECT DISTINCT screen_id AS id FROM revision_screens
    WHERE revision_id IN (SELECT id FROM revisions WHERE test_id = ${test.id})`.execute(db);
  await sql`DELETE FROM all_tests WHERE id = ${test.id}`.execute(db);
  const unshown = await sql<{ id: string }>`DELETE FROM screens
    WHERE id = ANY(${shown.rows.map(({ id }) => id)}::uuid[])
      AND NOT EXISTS (SELECT FROM revision_screens WHERE screen_id = screens.id)
    RETURNING id`.execute(db);
  return { sessions: 0, prefixes: unshown.rows.map(({ id }) => screenKey(id as ScreenImageId)) };
}

/** Images of a deleted workspace without tests, and at last the workspace. */
export async function removeWorkspace(db: Database): Promise<Removed | null> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM all_workspaces AS workspaces
    WHERE deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM all_tests WHERE workspace_id = workspaces.id)
    LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(db);
  const [workspace] = rows;
  if (!workspace) return null;
  const images = await sql<{ id: string }>`DELETE FROM screens WHERE id IN (
      SELECT id FROM screens WHERE workspace_id = ${workspace.id} LIMIT ${SCREENS_PER_BATCH})
    RETURNING id`.execute(db);
  if (images.rows.length < SCREENS_PER_BATCH) {
    await sql`DELETE FROM all_workspaces WHERE id = ${workspace.id}`.execute(db);
  }
  return { sessions: 0, prefixes: images.rows.map(({ id }) => screenKey(id as ScreenImageId)) };
}

/** Sessions that are still to be removed. */
export async function countDeletedSessions(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT (
      (SELECT count(*) FROM all_sessions WHERE deleted_at IS NOT NULL)
      + (SELECT count(*) FROM all_tests JOIN all_sessions ON all_sessions.test_id = all_tests.id
        WHERE all_tests.deleted_at IS NOT NULL AND all_sessions.deleted_at IS NULL)
    )::int AS count`.execute(db);
  return rows[0]?.count ?? 0;
}
