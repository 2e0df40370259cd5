// Calls of a participant's private link: they show the recording and withdraw it.
import { AppError } from '#contract/errors.ts';
import type { MyRecording } from '#contract/my-recording.ts';
import { taskQuestions } from '#contract/task-questions.ts';
import { markWithdrawnPlaces } from '#server/findings/findings.db.ts';
import { videoKey } from '#server/media/object-keys.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, OwnRecordingRef } from '#server/platform/access/authorized.ts';
import { ownVideoAddress } from '#server/platform/http/bearer-tokens.ts';
import { readOwnRecording, withdrawSession } from '#server/sessions/own-recording.db.ts';
import { withdrawViewLinks } from '#server/view-links/view-links.db.ts';

type OwnRow = NonNullable<Awaited<ReturnType<typeof readOwnRecording>>>;

const DAY_MS = 24 * 3_600_000;

/** @throws AppError not_found */
export async function showOwnRecording(
  { db, secrets }: Pick<Parts, 'db' | 'secrets'>,
  ref: Authorized<OwnRecordingRef>,
): Promise<MyRecording> {
  const row = await readOwnRecording(db, ref);
  if (!row) throw new AppError('not_found');
  const endedAt = row.state === 'ready' ? row.finished_at : null;
  return {
    sessionId: ref.sessionId,
    testName: row.name,
    company: row.company,
    task: row.task,
    participantName: row.participant_name,
    startedAt: row.started_at.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    videoUrl: row.size_bytes > 0 ? ownVideoAddress(secrets, ref.sessionId) : null,
    durationMs: row.duration_ms,
    clicks: row.clicks,
    asks: taskQuestions.parse(row.asks),
    answers: answersFromRow(row),
    deletedAfter: deletedAfter(endedAt, row.retention_days),
  };
}

function answersFromRow({ did_it: didIt, ease, helped }: OwnRow): MyRecording['answers'] {
  const isAnswered = didIt !== null || ease !== null || helped !== null;
  return isAnswered ? { didIt, ease, helped } : null;
}

function deletedAfter(endedAt: Date | null, days: number | null): string | null {
  if (endedAt === null || days === null) return null;
  return new Date(endedAt.getTime() + days * DAY_MS).toISOString();
}

/**
 * Gone at once; a job removes its rows and objects. What a browser still has of it is refused from now on.
 * @throws AppError not_found when it is deleted already
 */
export async function withdraw(
  parts: Pick<Parts, 'securityLog' | 'db' | 'intake' | 'jobs'>,
  ref: Authorized<OwnRecordingRef>,
): Promise<void> {
  const { sessionId, testId } = ref;
  await parts.db.transaction().execute(async (db) => {
    if (!(await withdrawSession(db, sessionId))) throw new AppError('not_found');
    await markWithdrawnPlaces(db, sessionId);
    await withdrawViewLinks(db, sessionId);
    await parts.jobs.send('deleted.remove', {}, db);
  });
  parts.securityLog.write({ event: 'recording.withdrawn', testId, sessionId });
  await parts.intake.discard(videoKey(sessionId));
}
