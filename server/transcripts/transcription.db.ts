// State of a transcription: running, and failed attempts.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { TranscriptFailure } from '#contract/transcripts.ts';
import type { Database } from '#server/platform/db/database.ts';

interface Run {
  sessionId: SessionId;
  runId: string;
}

/**
 * A condition: the session is not deleted or withdrawn. Nothing is stored of one that is, though its rows may
 * still exist.
 */
const isThere = sql<boolean>`EXISTS (SELECT FROM sessions WHERE sessions.id = transcripts.session_id)`;

/** @returns whether the session is there; it stays until the transaction ends */
export async function isHeld(db: Database, sessionId: SessionId): Promise<boolean> {
  const { rows } = await sql`SELECT FROM sessions WHERE id = ${sessionId} FOR SHARE`.execute(db);
  return rows.length > 0;
}

/** @returns false when it is over, its session is deleted, or another one was requested */
export async function noteRunning(db: Database, { sessionId, runId }: Run): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transcripts')
    .set({ state: 'running' })
    .where('session_id', '=', sessionId)
    .where('run_id', '=', runId)
    .where('state', 'in', ['waiting', 'running'])
    .where(isThere)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/**
 * @returns whether it is tried again: not after `most` attempts, nor if another one was requested or its session
 * is deleted
 */
export async function noteFailure(
  db: Database,
  { sessionId, runId }: Run,
  { most, ...failure }: TranscriptFailure & { most: number },
): Promise<boolean> {
  const row = await db
    .updateTable('transcripts')
    .set({
      attempts: sql`attempts + 1`,
      failure: JSON.stringify(failure),
      state: sql`CASE WHEN attempts + 1 < ${most}::int THEN 'waiting' ELSE 'failed' END`,
      finished_at: sql`CASE WHEN attempts + 1 < ${most}::int THEN NULL ELSE now() END`,
    })
    .where('session_id', '=', sessionId)
    .where('run_id', '=', runId)
    .where(isThere)
    .returning('state')
    .executeTakeFirst();
  return row?.state === 'waiting';
}
