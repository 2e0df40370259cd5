// Has recordings transcribed, where a recogniser is set: at their end, or when a member starts it.
import { AppError } from '#contract/errors.ts';
import type { SessionId, UserId, WorkspaceId } from '#contract/ids.ts';
import { TRANSCRIPT_PAUSE_MINUTES, TRANSCRIPTS_RATE } from '#contract/limits.ts';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import {
  lacksSound,
  lockLastStart,
  readStartsLeft,
  readWorkspaceOf,
  type Start,
  startAfterPause,
  startTranscription,
} from './starts.db.ts';

type Asking = Pick<Parts, 'config' | 'jobs'>;

/**
 * Has a recording transcribed that has ended, also once more when it went on. Its job is queued in the same transaction.
 * During the pause of the recording it waits for the end of the pause. Beyond the rate of its workspace nothing is started.
 */
export async function transcribeAtEnd(
  parts: Asking,
  db: Database,
  sessionId: SessionId,
): Promise<void> {
  if (parts.config.recogniser === null) return;
  const last = await lockLastStart(db, sessionId);
  // The job has not begun, and will read the recording as it is then.
  if (last?.state === 'waiting') return;
  if (await lacksSound(db, sessionId)) return;
  const workspaceId = await readWorkspaceOf(db, sessionId);
  if (workspaceId === null) return;
  const of = { workspaceId, byHand: false };
  const { left } = await readStartsLeft(db, of);
  if (left === 0) return;
  const start =
    last !== null && last.pauseSeconds > 0
      ? await startAfterPause(db, sessionId)
      : await startTranscription(db, sessionId, null);
  if (start) await queuePart(parts, db, { sessionId, part: 0, start });
}

/** A member's start. */
export interface HandStart {
  workspaceId: WorkspaceId;
  by: UserId;
}

/**
 * Has a recording transcribed that a member chose. One that was started in the last TRANSCRIPT_PAUSE_MINUTES and is under
 * way stays as it is.
 * @throws AppError too_many_requests during the pause after it, and beyond the rate of the workspace
 */
export async function transcribeOne(
  parts: Asking,
  db: Database,
  { sessionId, workspaceId, by }: HandStart & { sessionId: SessionId },
): Promise<void> {
  const last = await lockLastStart(db, sessionId);
  if (last !== null && last.pauseSeconds > 0) {
    if (last.state === 'waiting' || last.state === 'running') return;
    const minutes = Math.ceil(last.pauseSeconds / 60);
    throw new AppError('too_many_requests', {
      message: `A recording is transcribed once in ${TRANSCRIPT_PAUSE_MINUTES} minutes. Start it again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      retryAfterSeconds: last.pauseSeconds,
    });
  }
  await requireStarts(db, workspaceId);
  await transcribeEach(parts, db, { sessionIds: [sessionId], by });
}

/** Has recordings transcribed, but for those in their pause. */
export async function transcribeEach(
  parts: Asking,
  db: Database,
  { sessionIds, by }: { sessionIds: readonly SessionId[]; by: UserId },
): Promise<void> {
  for (const sessionId of sessionIds) {
    const start = await startTranscription(db, sessionId, by);
    if (start) await queuePart(parts, db, { sessionId, part: 0, start });
  }
}

/**
 * @returns how many transcriptions a workspace may start by hand
 * @throws AppError too_many_requests when it is none
 */
export async function requireStarts(db: Database, workspaceId: WorkspaceId): Promise<number> {
  const of = { workspaceId, byHand: true };
  const { left, waitSeconds } = await readStartsLeft(db, of);
  if (left > 0) return left;
  throw new AppError('too_many_requests', {
    message: `Your workspace has started ${TRANSCRIPTS_RATE.calls} transcriptions in the last hour. Start more later.`,
    retryAfterSeconds: waitSeconds,
  });
}

/** Queues the job of a part behind the parts of other workspaces whose turn is earlier. */
export async function queuePart(
  { jobs }: Pick<Parts, 'jobs'>,
  transaction: Database,
  { sessionId, part, start }: { sessionId: SessionId; part: number; start: Start },
): Promise<void> {
  const { runId, workspaceId: group, turn, requestedAt } = start;
  const notBefore = part === 0 && requestedAt.getTime() > Date.now() ? requestedAt : null;
  const place = { group, turn, notBefore, transaction };
  await jobs.sendInTurn('transcripts.make', { sessionId, runId, part }, place);
}

/** Host and port of the recogniser, which consent texts and Settings name, or null if there is none. */
export function recogniserHost({ recogniser }: Parts['config']): string | null {
  return recogniser && new URL(recogniser.url).host;
}
