// Stored bytes, from the rows of stored things: of one recording's images, of a whole workspace.
import { sql } from 'kysely';
import type { SessionId, WorkspaceId } from '#contract/ids.ts';
import { EXPECTED_GROWTH_MAX_BYTES } from '#contract/limits.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Adds up a recording's images after one was stored; the sums are of some hundred rows at most. */
export async function recountImages(db: Database, sessionId: SessionId): Promise<void> {
  await db
    .updateTable('recordings')
    .set({
      images_bytes: sql`poster_bytes
        + (SELECT coalesce(sum(size_bytes), 0) FROM heatmaps WHERE session_id = ${sessionId})
        + (SELECT coalesce(sum(size_bytes), 0) FROM still_sheets WHERE session_id = ${sessionId})`,
    })
    .where('session_id', '=', sessionId)
    .execute();
}

/** Bytes of a counted opening: its row and its entries in indexes. */
const OPENING_BYTES = 250;

/**
 * Bytes of a workspace's videos, heatmaps, stills, messages, answers, openings and screen images, of deleted recordings
 * until they are removed. The OFFSET makes the database look up the tests' counts, and not read those of all tests.
 * Reads a row for each recording.
 */
export async function sumStoredBytes(db: Database, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT (
    (SELECT coalesce(sum(recordings.size_bytes + recordings.images_bytes + all_sessions.rows_bytes), 0)
      FROM all_tests
      JOIN all_sessions ON all_sessions.test_id = all_tests.id
      JOIN recordings ON recordings.session_id = all_sessions.id
      WHERE all_tests.workspace_id = ${workspaceId})
    + (SELECT coalesce(sum(size_bytes), 0) FROM screens WHERE workspace_id = ${workspaceId})
    + (SELECT coalesce(sum(opened.openings), 0) * ${sql.lit(OPENING_BYTES)}
      FROM all_tests
      JOIN LATERAL (SELECT openings FROM opening_counts WHERE test_id = all_tests.id OFFSET 0) AS opened ON true
      WHERE all_tests.workspace_id = ${workspaceId})
  )::bigint AS bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/**
 * Bytes by which the running recordings of each workspace are expected to grow: each as much again as it has, up to a
 * limit. Reads a row for each running recording.
 */
export async function sumExpectedGrowth(db: Database): Promise<Map<WorkspaceId, number>> {
  const { rows } = await sql<{ workspace_id: WorkspaceId; bytes: number }>`SELECT
      tests.workspace_id, sum(least(recordings.size_bytes, ${EXPECTED_GROWTH_MAX_BYTES}))::bigint AS bytes
    FROM sessions
    JOIN recordings ON recordings.session_id = sessions.id
    JOIN tests ON tests.id = sessions.test_id
    WHERE sessions.is_running
    GROUP BY tests.workspace_id`.execute(db);
  return new Map(rows.map((row) => [row.workspace_id, row.bytes]));
}
