// Calls that bring something to a session's end, on any number of servers: each stores images before it can be taken or
// refused. They are counted in the recording's row, and the newest one counts: an older one that ends later takes nothing,
// removes nothing, and its sender tries again.
import { AppError } from '#contract/errors.ts';
import type { SessionId } from '#contract/ids.ts';
import { isOver } from '#server/platform/access/session-over.ts';
import type { Database } from '#server/platform/db/database.ts';

/** One call; made by `beginEndCall`. */
export interface EndCall {
  sessionId: SessionId;
  /** Number within its session, from 1. */
  number: number;
}

export type LockedRecording = NonNullable<Awaited<ReturnType<typeof lockRecording>>>;

/** @throws AppError not_found when the session was deleted */
export async function beginEndCall(db: Database, sessionId: SessionId): Promise<EndCall> {
  const { end_calls: number } = await db
    .updateTable('recordings')
    .set(({ eb }) => ({ end_calls: eb('end_calls', '+', 1) }))
    .where('session_id', '=', sessionId)
    .returning('end_calls')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return { sessionId, number };
}

/**
 * Keeps pieces, a second end and a deletion of this recording waiting until the transaction ends;
 * null when it is gone.
 */
export async function lockRecording(db: Database, sessionId: SessionId) {
  const row = await db
    .selectFrom('recordings')
    .select(['size_bytes', 'last_piece_at', 'end_calls', isOver.as('over')])
    .select('video_optional')
    .where('session_id', '=', sessionId)
    // The row of a deleted session exists for a while.
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('sessions').select('id').where('id', '=', sessionId)),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    over: row.over,
    sizeBytes: row.size_bytes,
    lastPieceAt: row.last_piece_at,
    endCalls: row.end_calls,
    isVideoOptional: row.video_optional,
  };
}

/** @throws AppError unavailable when a newer call has taken the place of this one: its sender tries again */
export function requireNewest({ endCalls }: LockedRecording, { number }: EndCall): void {
  if (endCalls !== number) throw new AppError('unavailable', { retryAfterSeconds: 1 });
}
