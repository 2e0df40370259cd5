// Sessions on the server: shows a test to its participants, and starts, abandons and closes sessions.

import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId, UniqueId } from '#contract/ids.ts';
import { EMPTY_SESSION_MS } from '#contract/limits.ts';
import { recordingPrefix, videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, SessionRef } from '#server/platform/access/authorized.ts';
import { lockRecording } from '#server/session-state/end-calls.db.ts';
import { stayWithoutVideo } from '#server/session-state/without-video.db.ts';
import { availabilityFromRow } from '#server/tests/test-answers.rules.ts';
import { findSharedTest, type SharedTestRow } from '#server/tests/tests.db.ts';
import {
  closeRecording,
  deleteSession,
  type QuietSince,
  quietSessions,
} from './end-session.flow.ts';
import { hasFinished, readSession } from './sessions.db.ts';
import { giveBackQuietSlots, leaveSlot, showLife } from './slots.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<
  Parts,
  | 'config'
  | 'publicUrl'
  | 'log'
  | 'db'
  | 'storage'
  | 'intake'
  | 'space'
  | 'secrets'
  | 'jobs'
  | 'prototypeHosts'
  | 'rates'
>;

/** @throws AppError not_found */
export async function sharedTest(db: Parts['db'], uniqueId: UniqueId): Promise<SharedTestRow> {
  const row = await findSharedTest(db, uniqueId);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Releases the slots of quiet sessions if the test is full. @returns the test's row after that */
export async function withQuietSlots(db: Parts['db'], row: SharedTestRow): Promise<SharedTestRow> {
  if (availabilityFromRow(row) !== 'full') return row;
  const given = await giveBackQuietSlots(db, row.id);
  return given === 0 ? row : await sharedTest(db, row.unique_id);
}

/** Returns whether a session from a browser would be a repeat that the test does not take. */
export async function isRepeatOf(
  db: Parts['db'],
  test: Pick<SharedTestRow, 'id' | 'allow_repeat'>,
  browserKey: string | null,
): Promise<boolean> {
  return !test.allow_repeat && browserKey !== null && (await hasFinished(db, test.id, browserKey));
}

/** Stores a sign of life of a session that records nothing, or nothing yet. */
export async function keepSlot({ db }: Pick<Parts, 'db'>, sessionId: SessionId): Promise<void> {
  await showLife(db, sessionId);
  await stayWithoutVideo(db, sessionId);
}

/** Ends a session that will not continue. A recording is kept; without one the session is deleted and its slot released. */
export async function abandonSession(parts: Needs, ref: Authorized<SessionRef>): Promise<void> {
  const session = await readSession(parts.db, ref);
  if (session.state !== 'started') return;
  await endEarly(parts, ref);
}

/**
 * Releases the slots of quiet sessions, and ends every session that has sent nothing for the configured time, or for
 * EMPTY_SESSION_MS if it has recorded nothing.
 */
export async function closeQuietSessions(parts: Needs): Promise<void> {
  await giveBackQuietSlots(parts.db);
  const now = Date.now();
  const since = {
    recordedBefore: new Date(now - parts.config.quietSessionMs),
    emptyBefore: new Date(now - EMPTY_SESSION_MS),
  };
  for (const session of await quietSessions(parts.db, since)) {
    try {
      await endEarly(parts, session, since);
    } catch (error) {
      // The job retries this session in a minute; the others do not wait for it.
      parts.log.error({ err: error, sessionId: session.sessionId }, 'quiet session stays open');
    }
  }
}

/** Ends a session without its participant. @param since ends it only if no piece was stored after these times */
async function endEarly(
  parts: Needs,
  session: { sessionId: SessionId; testId: TestId },
  since?: QuietSince,
): Promise<void> {
  const quiet = since ? { quietSince: since.recordedBefore } : {};
  try {
    await closeRecording(parts, session.sessionId, { endedEarly: true, ...quiet });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'unreadable_video')) throw error;
    if (since) await leaveSlot(parts.db, session.sessionId);
    await forgetSession(parts, session, since?.emptyBefore);
  }
}

/** Deletes a session without anything to play, with its stored bytes, and releases its slot. */
async function forgetSession(
  parts: Needs,
  { sessionId, testId }: { sessionId: SessionId; testId: TestId },
  quietSince: Date | undefined,
): Promise<void> {
  const isGone = await parts.db.transaction().execute(async (db) => {
    const recording = await lockRecording(db, sessionId);
    if (!recording || (quietSince && recording.lastPieceAt >= quietSince)) return false;
    await deleteSession(db, { sessionId, testId });
    return true;
  });
  if (!isGone) return;
  await parts.intake.discard(videoKey(sessionId));
  await parts.storage.deleteAll(recordingPrefix(sessionId));
}
