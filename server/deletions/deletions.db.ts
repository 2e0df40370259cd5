// Deletes: from then on a thing is in no list and behind no address, however much belongs to it. The job `deleted.remove`
// removes its rows and objects (remove-deleted.ts).
import { sql } from 'kysely';
import type { FindingId, SessionId, TestId, UserId, WorkspaceId } from '#contract/ids.ts';
import { DELETING_COUNT_MAX } from '#contract/limits.ts';
import type { Restorable } from '#contract/restorable.ts';
import type { Database } from '#server/platform/db/database.ts';
import { changeVersioned } from '#server/versions/versioned-rows.db.ts';

const now = sql<Date>`now()`;

/** @returns false when it is deleted already. */
export async function deleteTest(db: Database, testId: TestId): Promise<boolean> {
  const result = await db
    .updateTable('all_tests')
    .set({ deleted_at: now })
    .where('id', '=', testId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** @returns false when it is deleted already. */
export async function deleteRecording(db: Database, sessionId: SessionId): Promise<boolean> {
  const result = await db
    .updateTable('all_sessions')
    .set({ deleted_at: now })
    .where('id', '=', sessionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Deletes the pilots of a test. @returns their ids */
export async function deletePilots(db: Database, testId: TestId): Promise<SessionId[]> {
  const rows = await db
    .updateTable('all_sessions')
    .set({ deleted_at: now })
    .where('test_id', '=', testId)
    .where(sql<boolean>`is_pilot`)
    .where('deleted_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** A person's own workspace, with its team and its token for the design tool; and its tests. */
export async function deleteOwnWorkspaces(db: Database, ownerId: UserId): Promise<void> {
  const deleted = await db
    .updateTable('all_workspaces')
    .set({ deleted_at: now, owner_id: null })
    .where('owner_id', '=', ownerId)
    .returning('id')
    .execute();
  const ids = deleted.map(({ id }) => id);
  if (ids.length === 0) return;
  for (const table of ['sign_ins', 'members', 'invitations', 'design_tokens'] as const) {
    await db.deleteFrom(table).where('workspace_id', 'in', ids).execute();
  }
  await deleteTestsOfWorkspaces(db);
}

/** Tests of deleted workspaces; the job finds one that was made at that moment. */
export async function deleteTestsOfWorkspaces(db: Database): Promise<void> {
  await sql`UPDATE all_tests SET deleted_at = now() WHERE id = ANY (ARRAY (
      SELECT id FROM all_tests
      WHERE deleted_at IS NULL AND workspace_id IN (SELECT id FROM all_workspaces WHERE deleted_at IS NOT NULL)
      ORDER BY id FOR NO KEY UPDATE))`.execute(db);
}

/** Counts deleted sessions of a workspace that are not yet removed; `DELETING_COUNT_MAX` means that many or more. */
export async function countDeletingSessions(
  db: Database,
  workspaceId: WorkspaceId,
): Promise<number> {
  const most = sql.lit(DELETING_COUNT_MAX);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM (
    SELECT FROM all_tests JOIN all_sessions ON all_sessions.test_id = all_tests.id
      WHERE all_tests.workspace_id = ${workspaceId} AND all_tests.deleted_at IS NOT NULL
    UNION ALL
    SELECT FROM (SELECT test_id FROM all_sessions WHERE deleted_at IS NOT NULL LIMIT ${most}) AS own
      JOIN all_tests ON all_tests.id = own.test_id
      WHERE all_tests.workspace_id = ${workspaceId} AND all_tests.deleted_at IS NULL
    LIMIT ${most}) AS deleting`.execute(db);
  return rows[0]?.count ?? 0;
}

const tables = { note: 'all_notes', clip: 'all_clips', finding: 'all_findings' } as const;

/** Undoes a deletion. @returns false if nothing of this test is deleted that has the id */
export async function restore(
  db: Database,
  { testId, by }: { testId: TestId; by: UserId },
  { kind, id }: Restorable,
): Promise<boolean> {
  if (kind !== 'evidence') {
    const { numAffectedRows } = await sql`UPDATE ${sql.table(tables[kind])} SET deleted_at = NULL
      WHERE id = ${id} AND test_id = ${testId} AND deleted_at IS NOT NULL`.execute(db);
    return numAffectedRows === 1n;
  }
  const { rows } = await sql<{
    finding: FindingId;
  }>`UPDATE all_finding_evidence SET deleted_at = NULL
    WHERE id = ${id} AND deleted_at IS NOT NULL
      AND finding_id IN (SELECT id FROM findings WHERE test_id = ${testId})
    RETURNING finding_id AS finding`.execute(db);
  const [restored] = rows;
  return (
    restored !== undefined && (await changeVersioned(db, 'findings', { id: restored.finding, by }))
  );
}
