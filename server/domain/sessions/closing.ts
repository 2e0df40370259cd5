// The end of sessions: a recording made ready with its index, duration and reading, the lock for it, and quiet ones.
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';
import { readAtClose } from '#server/domain/readings/session-reading.ts';
import type { WatchableVideo } from '#server/media/intake.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { isOver } from './session-over.ts';
import { keepForRecording } from './slots.ts';

/** A piece may arrive while the video is read; after that the rows promise more than is stored. */
const ATTEMPTS = 3;

/**
 * Closes the recording of a session; does nothing when its participant has finished it already.
 * @param how `also` joins the same transaction; `quietSince`: only if no piece came after it.
 * @throws AppError unreadable_video when no video was received, not_found when it was deleted
 */
export async function closeRecording(
  parts: Parts,
  sessionId: SessionId,
  how: { endedEarly: boolean; quietSince?: Date; also?: (db: Parts['db']) => Promise<void> },
): Promise<void> {
  let isClosed = false;
  for (let attempt = 1; !isClosed; attempt += 1) {
    const video = await parts.intake.close(videoKey(sessionId));
    isClosed = await parts.db.transaction().execute(async (db) => {
      const recording = await lockRecording(db, sessionId);
      if (!recording) throw new AppError('not_found');
      if (recording.over) return true;
      if (how.quietSince && recording.lastPieceAt >= how.quietSince) return true;
      // A piece was acknowledged since the video was read: the index would lack it.
      if (recording.sizeBytes > video.sizeBytes && attempt < ATTEMPTS) return false;
      await keepForRecording(db, sessionId);
      await how.also?.(db);
      await makeReady(parts, db, { sessionId, video, endedEarly: how.endedEarly });
      return true;
    });
  }
}

/** Writes what is known of a closed video and the session's reading, and has the pieces joined; messages must be stored before. */
export async function makeReady(
  parts: Parts,
  db: Parts['db'],
  recording: { sessionId: SessionId; video: WatchableVideo; endedEarly: boolean },
): Promise<void> {
  const { sessionId, video, endedEarly } = recording;
  await finishSession(
    db,
    { sessionId },
    {
      sizeBytes: video.sizeBytes,
      durationMs: video.durationMs,
      endedEarly,
    },
  );
  await readAtClose(parts, db, { sessionId, durationMs: video.durationMs });
  await parts.jobs.send('objects.compact', { key: videoKey(sessionId) }, db);
}

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
      // Older releases stored the index here.
      media_index: null,
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
