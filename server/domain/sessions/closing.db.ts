// The end of sessions in the database: the lock under which one ends, its recording's last state, quiet ones.
import type { SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';
import { isOver } from './session-over.ts';

/**
 * Keeps pieces, a second end and a deletion of this recording waiting until the transaction ends;
 * null when it is gone.
 */
export async function lockRecording(db: Database, sessionId: SessionId) {
  const row = await db
    .selectFrom('recordings')
    .select(['size_bytes', 'last_piece_at', isOver.as('over')])
    .where('session_id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? { over: row.over, sizeBytes: row.size_bytes, lastPieceAt: row.last_piece_at } : null;
}

/** Ends a session and makes its recording ready. */
export async function finishSession(
  db: Database,
  { sessionId }: { sessionId: SessionId },
  recording: {
    sizeBytes: number;
    durationMs: number | null;
    mediaIndex: object;
    endedEarly: boolean;
  },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ state: 'finished', finished_at: new Date() })
    .where('id', '=', sessionId)
    .execute();
  await db
    .updateTable('recordings')
    .set({
      state: 'ready',
      ended_early: recording.endedEarly,
      size_bytes: recording.sizeBytes,
      duration_ms: recording.durationMs,
      media_index: JSON.stringify(recording.mediaIndex),
    })
    .where('session_id', '=', sessionId)
    .execute();
}

/** When a session was quiet for too long: with something recorded, and without. */
export interface QuietSince {
  recordedBefore: Date;
  emptyBefore: Date;
}

/** Open sessions whose last piece, or else their start, was before these times. */
export async function quietSessions(
  db: Database,
  since: QuietSince,
): Promise<{ sessionId: SessionId; testId: TestId; workspaceId: WorkspaceId }[]> {
  const rows = await db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select(['sessions.id', 'sessions.test_id', 'tests.workspace_id'])
    .where('recordings.state', '=', 'receiving')
    .where('recordings.last_piece_at', '<', since.recordedBefore)
    .where(({ or, eb }) =>
      or([
        // One that left its slot was looked at before: nothing of it can be watched.
        eb.and([eb('recordings.size_bytes', '>', 0), eb('sessions.holds_slot', '=', true)]),
        eb('recordings.last_piece_at', '<', since.emptyBefore),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    sessionId: row.id as SessionId,
    testId: row.test_id as TestId,
    workspaceId: row.workspace_id as WorkspaceId,
  }));
}

/** Removes a session that recorded nothing. @returns whether it held a slot; false also when it was gone. */
export async function deleteSession(db: Database, sessionId: SessionId): Promise<boolean> {
  const row = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .returning('holds_slot')
    .executeTakeFirst();
  return row?.holds_slot === true;
}
