// Uploads in the database: the session of one and its declared length. Its offset is the size of the stored video.
//
// Each piece takes one statement before it is stored and one after. They are text: building them takes Kysely longer than
// PostgreSQL needs to run them prepared.
import { sql } from 'kysely';
import type { SessionId, UploadId, WorkspaceId } from '#contract/ids.ts';
import { finishedAt, isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';
import { ageMs } from '#server/session-state/session-age.db.ts';

export async function readUpload(db: Database, sessionId: SessionId) {
  const { rows } = await sql<{
    upload_id: UploadId;
    length_bytes: number | null;
    finished_at: Date | null;
    workspace_id: WorkspaceId;
    age_ms: number;
  }>`select upload_id, length_bytes, ${finishedAt} as finished_at, workspace_id, ${ageMs} as age_ms
    from recordings join sessions on sessions.id = session_id join tests on tests.id = test_id
    where session_id = ${sessionId}`.execute(db);
  return rows[0];
}

export async function declareLength(
  db: Database,
  uploadId: UploadId,
  lengthBytes: number,
): Promise<void> {
  await db
    .updateTable('recordings')
    .set({ length_bytes: lengthBytes })
    .where('upload_id', '=', uploadId)
    .execute();
}

/**
 * Records that pieces arrive, and opens a recording that was closed as quiet. A duration of null leaves the one
 * before, unless nothing is stored.
 * @returns whether the session has its slot for good; undefined when it was deleted or finished meanwhile
 */
export async function notePieces(
  db: Database,
  sessionId: SessionId,
  video: { sizeBytes: number; durationMs: number | null },
): Promise<{ keepsSlot: boolean } | undefined> {
  const { rows } = await sql<{ keepsSlot: boolean }>`with noted as (
      update recordings
      set state = 'receiving', size_bytes = ${video.sizeBytes},
        duration_ms = case when ${video.sizeBytes} = 0 then null else coalesce(${video.durationMs}, duration_ms) end,
        last_piece_at = ${new Date()}
      where session_id = ${sessionId} and not ${isOver}
      returning session_id
    ) select holds_slot and waiting_from is null as "keepsSlot"
    from noted join sessions on sessions.id = session_id join tests on tests.id = test_id`.execute(
    db,
  );
  return rows[0];
}
