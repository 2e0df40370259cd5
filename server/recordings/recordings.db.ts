// Recordings in the database: one with its test, stills and heatmaps, the video's state.
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import type { Authorized, RecordingRef, WatchableRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newestTask } from '#server/revisions/revisions.db.ts';
import { recordingColumns } from './recording-info.db.ts';

/** One recording with its test. */
export async function readRecording(db: Database, { sessionId }: Authorized<RecordingRef>) {
  return await db
    .selectFrom('sessions')
    .innerJoin('recordings', 'recordings.session_id', 'sessions.id')
    .innerJoin('revisions', 'revisions.id', 'sessions.revision_id')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .innerJoinLateral(newestTask, (join) => join.onTrue())
    .select([...recordingColumns])
    .select(['tests.id as test_id', 'tests.unique_id', 'tests.name', 'tests.company'])
    .select(['newest.revision as newest_revision', 'sessions.state as session_state'])
    .select(['lacks_microphone', 'lacks_camera', 'without_video', 'is_pilot'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
}

/** Returns the number within the test, from 1. @throws AppError not_found */
export async function sessionNumber(db: Database, sessionId: SessionId): Promise<number> {
  const { number } = await db
    .selectFrom('sessions')
    .select('number')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return number;
}

interface VideoState {
  closed: { closing: string; sizeBytes: number } | null;
}

/**
 * A state that changes whenever a recording is closed again, or null if it is deleted; `closed` is null while it
 * is received.
 */
export async function readVideoState(
  db: Database,
  { sessionId }: WatchableRef,
): Promise<VideoState | null> {
  return await videoState(db, sessionId);
}

/** Returns the state of a closed recording for a job, or null if it is gone or still received. */
export async function closedVideo(
  db: Database,
  sessionId: SessionId,
): Promise<VideoState['closed']> {
  return (await videoState(db, sessionId))?.closed ?? null;
}

async function videoState(db: Database, sessionId: SessionId): Promise<VideoState | null> {
  const row = await db
    .selectFrom('recordings')
    .innerJoin('sessions', 'sessions.id', 'recordings.session_id')
    .select(['recordings.state', 'recordings.size_bytes', 'sessions.finished_at'])
    .where('recordings.session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const { state, size_bytes: sizeBytes } = row;
  return { closed: state === 'ready' ? { closing: closingOf(row), sizeBytes } : null };
}

/** Names the state of a closed recording: it changes when it is closed again. */
export function closingOf(row: { size_bytes: number; finished_at: Date | null }): string {
  return `${row.size_bytes}-${row.finished_at?.getTime()}`;
}

export async function listHeatmaps(db: Database, { sessionId }: Authorized<RecordingRef>) {
  const rows = await db
    .selectFrom('heatmaps')
    .select('screen_id')
    .where('session_id', '=', sessionId)
    .orderBy('screen_id')
    .execute();
  return rows.map((row) => row.screen_id);
}

/** Sheets of stills in order of time. */
export async function listSheets(db: Database, { sessionId }: Authorized<RecordingRef>) {
  return await db
    .selectFrom('still_sheets')
    .select(['sheet', 'width', 'height', 'times_ms'])
    .where('session_id', '=', sessionId)
    .orderBy('sheet')
    .execute();
}
