// Ends sessions: closes the recording, stores its duration, queues what follows, and then has the session read. Finds
// quiet sessions.
import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, WorkspaceId } from '#contract/ids.ts';
import { readStoredMessages } from '#server/events/stored-messages.db.ts';
import type { WatchableVideo } from '#server/media/intake.ts';
import { recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import { releasePersonalLink } from '#server/personal-links/personal-links.db.ts';
import type { Database } from '#server/platform/db/database.ts';
import { leaveDue, readDueSession } from '#server/readings/renew.flow.ts';
import {
  type EndCall,
  type LockedRecording,
  lockRecording,
  requireNewest,
} from '#server/session-state/end-calls.db.ts';
import { ageMs } from '#server/session-state/session-age.db.ts';
import { settleClosingAfter } from '#server/tests/closings.flow.ts';
import { transcribeAtEnd } from '#server/transcripts/ask-for-transcript.flow.ts';
import { emit } from '#server/webhooks/emit.flow.ts';
import { giveBackSlots, keepForRecording } from './slots.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  'config' | 'publicUrl' | 'log' | 'db' | 'storage' | 'intake' | 'jobs' | 'prototypeHosts'
>;

/** Number of attempts to close a recording. An attempt fails if a piece is stored while the video is read. */
const ATTEMPTS = 3;

interface Closing {
  endedEarly: boolean;
  /** Closes the recording only if no piece was stored after this time. */
  quietSince?: Date;
  /** The upload call that closes the recording, and its content. */
  brought?: {
    call: EndCall;
    /** Storage key of a whole video that replaces the streamed one, or null without one. */
    wholeKey: string | null;
    /** Stores the other parts of the form in the transaction of the end. */
    store: (db: Parts['db']) => Promise<void>;
  };
}

/**
 * Closes the recording of a session. The lock of its row orders servers that close, delete or continue it at once.
 * @returns false if the participant has already finished the session, or a piece was stored after `quietSince`
 * @throws AppError unreadable_video if nothing received can be played, not_found if the session was deleted,
 * unavailable if a newer call ends the session
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
    if (came === 'closed') await readDueSession(parts, sessionId);
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
    if (video instanceof Error) {
      return await closeWithoutVideo(parts, db, { sessionId, recording, how, refusal: video });
    }
    if (brought) requireNewest(recording, brought.call);
    // The index would lack a piece that was acknowledged after the video was read.
    const lacks = wholeKey === null && recording.sizeBytes > video.sizeBytes;
    if (lacks && !how.isLast) return 'a piece';
    // A repeated transaction can replace the video again, because the whole video is stored until the transaction ends.
    if (wholeKey) await parts.intake.replace(key, wholeKey);
    await keepForRecording(db, sessionId);
    await brought?.store(db);
    await makeReady(parts, db, { sessionId, video, endedEarly });
    return 'closed';
  });
}

/**
 * Ends a session that takes part without a video. Its length is that of its own clock: the time of its last message.
 * @throws Error the refusal of the video, for any other session
 */
async function closeWithoutVideo(
  parts: Needs,
  db: Parts['db'],
  closing: { sessionId: SessionId; recording: LockedRecording; how: Closing; refusal: Error },
): Promise<Outcome> {
  const { sessionId, recording, how, refusal } = closing;
  const { brought, endedEarly } = how;
  const isNothing = refusal instanceof AppError && refusal.code === 'unreadable_video';
  const isAllowed = recording.isVideoOptional && recording.sizeBytes === 0 && !brought?.wholeKey;
  if (!isNothing || !isAllowed) throw refusal;
  if (brought) requireNewest(recording, brought.call);
  await brought?.store(db);
  const durationMs = await readOwnClock(db, sessionId);
  if (durationMs === null) throw refusal;
  await makeReady(parts, db, { sessionId, video: { sizeBytes: 0, durationMs }, endedEarly });
  return 'closed';
}

/** Returns the time of a session's last message if it takes part without a video, else null. */
async function readOwnClock(db: Database, sessionId: SessionId): Promise<number | null> {
  const row = await db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .select(['without_video', ageMs.as('age_ms')])
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row?.without_video) return null;
  let lastMs = 0;
  for await (const page of readStoredMessages(db, sessionId)) {
    for (const { atMs } of page) lastMs = Math.max(lastMs, atMs);
  }
  // No session is longer than the time since its start, whatever its messages say.
  return Math.min(lastMs, row.age_ms);
}

function isHeardSince({ lastPieceAt }: LockedRecording, { quietSince }: Closing): boolean {
  return quietSince !== undefined && lastPieceAt >= quietSince;
}

/**
 * Makes a recording ready: stores the size and duration of its video, and queues the jobs that follow. The session's
 * messages must be stored before. The caller has the session read after the transaction, so that its rows are not held
 * meanwhile.
 */
export async function makeReady(
  parts: Needs,
  db: Parts['db'],
  recording: {
    sessionId: SessionId;
    video: Pick<WatchableVideo, 'sizeBytes' | 'durationMs'>;
    endedEarly: boolean;
  },
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
  // The trigger that counts recordings locks the test's row. It runs here, because the reading's row comes after it in the
  // order of locks.
  await sql`SET CONSTRAINTS count_recorded_session IMMEDIATE`.execute(db);
  await settleClosingAfter(parts, db, sessionId);
  await leaveDue(db, sessionId);
  if (video.sizeBytes === 0) return;
  await parts.jobs.send('objects.compact', { key: videoKey(sessionId) }, db);
  await transcribeAtEnd(parts, db, sessionId);
}

/** Stores the end of a session, and size and duration of its recording. */
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

/** Times before which a session's last piece makes it quiet: for sessions with a recording, and for those without. */
export interface QuietSince {
  recordedBefore: Date;
  emptyBefore: Date;
}

/** Returns open sessions whose last piece, or else their start, was before these times. */
export async function quietSessions(
  db: Database,
  since: QuietSince,
): Promise<{ sessionId: SessionId; testId: TestId; workspaceId: WorkspaceId }[]> {
  const rows = await db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select(['sessions.id', 'sessions.test_id', 'tests.workspace_id'])
    // The state is a literal, as in the partial index.
    .where('recordings.state', '=', sql.lit('receiving' as const))
    .where('recordings.last_piece_at', '<', since.recordedBefore)
    .where(({ or, eb }) =>
      or([
        // A session with bytes but without a slot was checked before, and nothing of it can be played.
        eb.and([eb('sessions.took_part', '=', true), eb('sessions.holds_slot', '=', true)]),
        eb('sessions.is_pilot', '=', true),
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
 * Deletes a session that recorded nothing, and releases its slot. The test's row is locked first, because the deletion
 * changes the session's opening, and a start locks the test before the opening.
 * @param db a transaction that has locked the recording's row
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
  await releasePersonalLink(db, sessionId);
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute();
}
