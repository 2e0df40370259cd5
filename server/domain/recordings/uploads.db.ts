// Uploads in the database: which session one belongs to and its declared length; its offset is the
// size of what is stored.
import { sql } from 'kysely';
import type { SessionId, UploadId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';

export async function readUpload(db: Database, sessionId: SessionId) {
  return await db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .select(['recordings.upload_id', 'recordings.length_bytes'])
    .select(['recordings.ended_early', 'recordings.state', 'sessions.finished_at'])
    .where('recordings.session_id', '=', sessionId)
    .executeTakeFirst();
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
 * Notes that pieces arrive; a recording that was closed as quiet is open again. False when it was
 * deleted, or finished by its participant, meanwhile.
 */
export async function notePieces(
  db: Database,
  sessionId: SessionId,
  video: { sizeBytes: number; durationMs: number | null },
): Promise<boolean> {
  // As text: built anew for each piece it costs more than it does, and beginning so it is prepared.
  const { rows } = await sql`with noted as (
      update recordings
      set state = 'receiving', size_bytes = ${video.sizeBytes}, duration_ms = ${video.durationMs},
        last_piece_at = ${new Date()}
      where session_id = ${sessionId} and (state = 'receiving' or ended_early)
      returning 1
    ) select 1 from noted`.execute(db);
  return rows.length > 0;
}
