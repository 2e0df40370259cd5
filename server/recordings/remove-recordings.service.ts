// Deletes recordings: one, or all pilots of a test.
import { AppError } from '#contract/errors.ts';
import type { SessionId, TestId } from '#contract/ids.ts';
import { deletePilots, deleteRecording } from '#server/deletions/deletions.db.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, RecordingRef, TestRef } from '#server/platform/access/authorized.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'db' | 'intake' | 'jobs' | 'securityLog'>;

/** Deletes a recording: it is gone at once, and removed by a job. */
export async function removeRecording(parts: Needs, ref: Authorized<RecordingRef>): Promise<void> {
  await removeSessions(parts, ref.testId, async (db) => {
    if (!(await deleteRecording(db, ref.sessionId))) throw new AppError('not_found');
    return [ref.sessionId];
  });
}

/** Deletes all pilots of a test, as a recording is deleted. */
export async function removePilots(parts: Needs, { testId }: Authorized<TestRef>): Promise<void> {
  await removeSessions(parts, testId, async (db) => await deletePilots(db, testId));
}

async function removeSessions(
  parts: Needs,
  testId: TestId,
  deleteThem: (db: Parts['db']) => Promise<SessionId[]>,
): Promise<void> {
  const sessionIds = await parts.db.transaction().execute(async (db) => {
    const deleted = await deleteThem(db);
    await parts.jobs.send('deleted.remove', {}, db);
    return deleted;
  });
  for (const sessionId of sessionIds) {
    parts.securityLog.write({ event: 'recording.deleted', testId, sessionId });
    await parts.intake.discard(videoKey(sessionId));
  }
}
