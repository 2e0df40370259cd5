// Removes rows of what is deleted, a bounded number in each transaction. Rows that another transaction has locked are
// passed over: no two transactions wait for each other.
import { sql } from 'kysely';
import type { ExportId, ScreenImageId, SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import { UNDO_MINUTES } from '#contract/limits.ts';
import { exportPrefix, recordingPrefix, screenKey } from '#server/media/object-keys.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Data that one transaction removed: rows, and the prefixes of the stored objects that belong to them. */
export interface Removed {
  sessions: number;
  prefixes: string[];
  /** Start of the next batch of the test's sessions. */
  afterMs?: number;
}

/** Sessions with all rows of theirs, some dozen each: a transaction takes a few tenths of a second. */
export const SESSIONS_PER_BATCH = 500;
const OPENINGS_PER_BATCH = 5000;
const SCREENS_PER_BATCH = 500;
/** Tests that one look finds. */
export const TESTS_PER_LOOK = 1000;

/** Deleted tests, the first ones first. */
export async function deletedTests(db: Database): Promise<TestId[]> {
  const { rows } = await sql<{ id: TestId }>`SELECT id FROM all_tests
    WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT ${TESTS_PER_LOOK}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sessions that are deleted themselves. */
export async function removeOwnSessions(db: Database): Promise<Removed | null> {
  const { rows } = await sql<{ id: SessionId }>`SELECT id FROM all_sessions
    WHERE deleted_at IS NOT NULL LIMIT ${SESSIONS_PER_BATCH} FOR UPDATE SKIP LOCKED`.execute(db);
  const removed = await removeLocked(
    db,
    rows.map(({ id }) => id),
  );
  return removed.sessions > 0 ? removed : null;
}

/** The next sessions of a deleted test, in their order: no batch looks again at what those before it removed. */
export async function removeSessionsOf(
  db: Database,
  testId: TestId,
  afterMs: number,
): Promise<Removed | null> {
  // However few sessions a test has on average, the plan reads no more of this one than the batch.
  await sql`SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`.execute(
    db,
  );
  const { rows } = await sql<{
    id: SessionId;
    ms: number;
  }>`SELECT id, timestamp_ms AS ms FROM all_sessions
    WHERE test_id = ${testId} AND timestamp_ms > ${afterMs}
    ORDER BY timestamp_ms LIMIT ${SESSIONS_PER_BATCH} FOR UPDATE SKIP LOCKED`.execute(db);
  const last = rows.at(-1);
  if (!last) return null;
  const removed = await removeLocked(
    db,
    rows.map(({ id }) => id),
  );
  return { ...removed, afterMs: last.ms };
}

async function removeLocked(db: Database, ids: readonly SessionId[]): Promise<Removed> {
  if (ids.length === 0) return { sessions: 0, prefixes: [] };
  const { rows } = await sql<{ id: SessionId }>`SELECT session_id AS id FROM recordings
    WHERE session_id = ANY(${ids}::uuid[]) FOR UPDATE SKIP LOCKED`.execute(db);
  const free = rows.map(({ id }) => id);
  await sql`DELETE FROM all_sessions WHERE id = ANY(${free}::uuid[])`.execute(db);
  return { sessions: free.length, prefixes: free.map(recordingPrefix) };
}

/** Removes stored openings of a deleted test's share links. */
export async function removeOpenings(db: Database, testId: TestId): Promise<Removed | null> {
  const { rows } = await sql`DELETE FROM openings WHERE id IN (
      SELECT id FROM openings WHERE test_id = ${testId}
      LIMIT ${OPENINGS_PER_BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(db);
  return rows.length > 0 ? { sessions: 0, prefixes: [] } : null;
}

/** A deleted test without sessions and openings, with the images of screens that no revision of another test shows. */
export async function removeTest(db: Database, testId: TestId): Promise<Removed | null> {
  const { rows } = await sql`SELECT 1 FROM all_tests AS tests
      JOIN all_workspaces AS workspaces ON workspaces.id = tests.workspace_id
    WHERE tests.id = ${testId}
      AND NOT EXISTS (SELECT FROM all_sessions WHERE test_id = tests.id)
      AND NOT EXISTS (SELECT FROM openings WHERE test_id = tests.id)
    FOR NO KEY UPDATE OF workspaces, tests SKIP LOCKED`.execute(db);
  if (rows.length === 0) return null;
  const testScreens = await sql<{
    id: ScreenImageId;
  }>`SELECT DISTINCT screen_id AS id FROM revision_screens
    WHERE revision_id IN (SELECT id FROM revisions WHERE test_id = ${testId})`.execute(db);
  const exported = await sql<{ id: ExportId }>`DELETE FROM exports
    WHERE test_id = ${testId} RETURNING id`.execute(db);
  await sql`DELETE FROM all_tests WHERE id = ${testId}`.execute(db);
  const unshown = await sql<{ id: ScreenImageId }>`DELETE FROM screens
    WHERE id = ANY(${testScreens.rows.map(({ id }) => id)}::uuid[])
      AND NOT EXISTS (SELECT FROM revision_screens WHERE screen_id = screens.id)
    RETURNING id`.execute(db);
  const prefixes = [
    ...unshown.rows.map(({ id }) => screenKey(id)),
    ...exported.rows.map(({ id }) => exportPrefix(id)),
  ];
  return { sessions: 0, prefixes };
}

/** Images of a deleted workspace without tests, and at last the workspace. */
export async function removeWorkspace(db: Database): Promise<Removed | null> {
  const { rows } = await sql<{ id: WorkspaceId }>`SELECT id FROM all_workspaces AS workspaces
    WHERE deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM all_tests WHERE workspace_id = workspaces.id)
    LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(db);
  const [workspace] = rows;
  if (!workspace) return null;
  const images = await sql<{ id: ScreenImageId }>`DELETE FROM screens WHERE id IN (
      SELECT id FROM screens WHERE workspace_id = ${workspace.id} LIMIT ${SCREENS_PER_BATCH})
    RETURNING id`.execute(db);
  if (images.rows.length < SCREENS_PER_BATCH) {
    await sql`DELETE FROM all_workspaces WHERE id = ${workspace.id}`.execute(db);
  }
  return { sessions: 0, prefixes: images.rows.map(({ id }) => screenKey(id)) };
}

/** Notes, clips, findings and evidence whose deletion can no longer be undone. */
export async function removeRestorable(db: Database): Promise<null> {
  const isDue = sql<boolean>`deleted_at < now() - make_interval(mins => ${UNDO_MINUTES})`;
  for (const table of ['finding_evidence', 'findings', 'notes', 'clips']) {
    await sql`DELETE FROM ${sql.table(`all_${table}`)} WHERE ${isDue}`.execute(db);
  }
  return null;
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
