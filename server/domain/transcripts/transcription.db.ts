// How a transcription goes: under way, and attempts that failed.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { TranscriptFailure } from '#contract/transcripts.ts';
import type { Database } from '#server/db/database.ts';

interface Run {
  sessionId: SessionId;
  runId: string;
}

/** @returns false when it is over, or another one was asked for */
export async function noteRunning(db: Database, { sessionId, runId }: Run): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transcripts')
    .set({ state: 'running' })
    .where('session_id', '=', sessionId)
    .where('run_id', '=', runId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** @returns whether it is tried again: not after `most` attempts, nor where another one was asked for */
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
    .returning('state')
    .executeTakeFirst();
  return row?.state === 'waiting';
}
