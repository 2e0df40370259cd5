// The end of sessions: a recording made ready with its index, duration and reading, and quiet ones.
import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import type { WatchableVideo } from '#server/media/intake.ts';
import { recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { readAtClose } from '#server/readings/session-reading.db.ts';
import {
  type EndCall,
  type LockedRecording,
  lockRecording,
  requireNewest,
} from '#server/session-state/end-calls.db.ts';
import { settleClosingAfter } from '#server/tests/closings.db.ts';
import { transcribeAtEnd } from '#server/transcripts/ask-for-transcript.db.ts';
import { emit } from '#server/webhooks/emit.db.ts';
import { giveBackSlots, keepForRecording } from './slots.rules.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  'config' | 'publicUrl' | 'log' | 'db' | 'storage' | 'intake' | 'jobs' | 'prototypeHosts'
>;

/** A piece may arrive while the video is read; after that the rows promise more than is stored. */
const ATTEMPTS = 3;

interface Closing {
  endedEarly: boolean;
  /** Only if no piece came after it. */
  quietSince?: Date;
  /** The call that closes it, and what it brought. */
  brought?: {
    call: EndCall;
    /** A video that takes the place of the streamed one. */
    wholeKey: string | null;
    /** Joins the transaction. */
    store: (db: Parts['db']) => Promise<void>;
  };
}

/**
 * Closes the recording of a session. The lock of its row decides between several servers that close, delete or continue
 * it at once.
 * @returns whether it did: not when its participant has finished it already, or a piece came
 * @throws AppError unreadable_video when no video was received, not_found when it was deleted, unavailable when a newer
 * call brings its end
 */
export async function closeRecording(
  parts: Needs,
  sessionId: SessionId,
  how: Closing,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    const came = await closeOnce(parts, sessionId, { ...how, isLast: attempt === ATTEMPTS });
    if (came === 'deleted') {
      await parts.storage.deleteAll(recordingPrefix(sessionId));
      throw new AppError('not_found');
    }
    if (came !== 'a piece') return came === 'closed';
  }
}

type Outcome = 'closed' | 'nothing to do' | 'a piece' | 'deleted';

async function closeOnce(
  parts: Needs,
  sessionId: SessionId,
  how: Closing & { isLast: boolean },
): Promise<Outcome> {
  const { brought, endedEarly } = how;
  const key = videoKey(sessionId);
  const wholeKey = brought?.wholeKey ?? null;
  const video = await parts.intake.close(wholeKey ?? key).catch((error: Error) => error);
  return await parts.db.transaction().execute(async (db) => {
    const recording = await lockRecording(db, sessionId);
    if (!recording) return 'deleted';
    if (recording.over || isHeardSince(recording, how)) return 'nothing to do';
    if (video instanceof Error) throw video;
    if (brought) requireNewest(recording, brought.call);
    // A piece was acknowledged since the video was read: the index would lack it.
    const lacks = wholeKey === null && recording.sizeBytes > video.sizeBytes;
    if (lacks && !how.isLast) return 'a piece';
    // Harmless when the transaction is repeated: the other video stays until the transaction has ended.
    if (wholeKey) await parts.intake.replace(key, wholeKey);
    await keepForRecording(db, sessionId);
    await brought?.store(db);
    await makeReady(parts, db, { sessionId, video, endedEarly });
    return 'closed';
  });
}

function isHeardSince({ lastPieceAt }: LockedRecording, { quietSince }: Closing): boolean {
  return quietSince !== undefined && lastPieceAt >= quietSince;
}

/** Writes what is known of a closed video and the session's reading, and has the pieces joined; messages must be stored before. */
export async function makeReady(
  parts: Needs,
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
  await emit(parts, db, { type: 'session.finished', sessionId, endedEarly });
  // The test's row is taken here if at all, because the reading takes the step, and a change of the goal takes the test
  // before the step. The trigger that counts a recording would wait for the test at the end.
  await sql`SET CONSTRAINTS count_recorded_session IMMEDIATE`.execute(db);
  await settleClosingAfter(parts, db, sessionId);
  await readAtClose(parts, db, { sessionId, durationMs: video.durationMs });
  await parts.jobs.send('objects.compact', { key: videoKey(sessionId) }, db);
  await transcribeAtEnd(parts, db, sessionId);
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
    // Written out, as the partial index has it.
    .where('recordings.state', '=', sql.lit('receiving' as const))
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
    sessionId: row.id,
    testId: row.test_id,
    workspaceId: row.workspace_id,
  }));
}

/**
 * Removes a session that recorded nothing, and gives its slot back.
 * @param db a transaction that holds the recording's row. The test's row is taken before the deletion, because that
 * changes the session's opening, and a start takes the test before the opening.
 */
export async function deleteSession(
  db: Database,
  { sessionId, testId }: { sessionId: SessionId; testId: TestId },
): Promise<void> {
  const session = await db
    .selectFrom('sessions')
    .select('holds_slot')
    .where('id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst();
  if (!session) return;
  await giveBackSlots(db, testId, session.holds_slot ? 1 : 0);
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}
