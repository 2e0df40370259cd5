// Starts of transcriptions in the database: at most one of a recording in TRANSCRIPT_PAUSE_MINUTES, a number an hour of a
// workspace, and each with its turn, so that workspaces take turns at the recogniser.

import { sql } from 'kysely';
import type { CallRate } from '#contract/endpoint.ts';
import type { SessionId, UserId, WorkspaceId } from '#contract/ids.ts';
import { TRANSCRIPT_PAUSE_MINUTES, TRANSCRIPTS_RATE } from '#contract/limits.ts';
import type { TranscriptState } from '#contract/transcripts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';

const pause = sql`${sql.lit(TRANSCRIPT_PAUSE_MINUTES)} * interval '1 minute'`;
/** When a recording may be transcribed again. */
export const pauseEnd = sql<Date>`transcripts.requested_at + ${pause}`;
export const isPauseOver = sql<boolean>`${pauseEnd} <= now()`;

/**
 * The turn of a new job: behind the last one of its workspace, but not before the job that is next. A workspace with one
 * recording so gets its turn after one job of each other workspace, not behind a thousand of another one. Jobs that wait
 * for another attempt do not count, because they may wait for hours.
 */
const nextTurn = (workspaceId: ReturnType<typeof sql>) => sql<number>`1 + greatest(0,
  (SELECT min(turn) FROM transcripts WHERE state IN ('waiting', 'running') AND attempts = 0),
  (SELECT max(turn) FROM transcripts
    WHERE workspace_id = ${workspaceId} AND state IN ('waiting', 'running') AND attempts = 0))`;

/** A start, for its job. */
export interface Start {
  runId: string;
  workspaceId: WorkspaceId;
  turn: number;
  /** Later than now for a recording that ended again during its pause. */
  requestedAt: Date;
}

/**
 * Starts a transcription; one that is under way ends without a result.
 * @param by null: the end of the recording
 * @returns null during the pause of the recording, or when it is deleted
 */
export async function startTranscription(
  db: Database,
  sessionId: SessionId,
  by: UserId | null,
): Promise<Start | null> {
  const { rows } = await sql<Start>`
    INSERT INTO transcripts (session_id, test_id, workspace_id, state, run_id, requested_by, turn)
    SELECT sessions.id, sessions.test_id, tests.workspace_id, 'waiting', ${newId()}, ${by}, ${nextTurn(sql`tests.workspace_id`)}
    FROM sessions JOIN tests ON tests.id = sessions.test_id WHERE sessions.id = ${sessionId}
    ON CONFLICT (session_id) DO UPDATE SET state = 'waiting', run_id = EXCLUDED.run_id, turn = EXCLUDED.turn,
      requested_by = EXCLUDED.requested_by, requested_at = EXCLUDED.requested_at, finished_at = NULL,
      attempts = 0, failure = NULL
    WHERE ${isPauseOver}
    RETURNING ${started}`.execute(db);
  return rows[0] ?? null;
}

const started = sql`run_id AS "runId", workspace_id AS "workspaceId", turn, requested_at AS "requestedAt"`;

/** Starts the transcription of a recording that ended again, at the end of its pause. */
export async function startAfterPause(db: Database, sessionId: SessionId): Promise<Start | null> {
  const { rows } = await sql<Start>`UPDATE transcripts SET state = 'waiting', run_id = ${newId()},
      turn = ${nextTurn(sql`transcripts.workspace_id`)}, requested_by = NULL, requested_at = ${pauseEnd},
      finished_at = NULL, attempts = 0, failure = NULL
    WHERE session_id = ${sessionId} RETURNING ${started}`.execute(db);
  return rows[0] ?? null;
}

/** Gives the next part of a transcription its turn. @returns null when another transcription was started since */
export async function takeNextTurn(
  db: Database,
  { sessionId, runId }: { sessionId: SessionId; runId: string },
): Promise<Start | null> {
  const { rows } =
    await sql<Start>`UPDATE transcripts SET turn = ${nextTurn(sql`transcripts.workspace_id`)}
    WHERE session_id = ${sessionId} AND run_id = ${runId} RETURNING ${started}`.execute(db);
  return rows[0] ?? null;
}

/** The last start of a recording; no job changes it until the transaction ends. Returns null if there was none. */
export async function lockLastStart(
  db: Database,
  sessionId: SessionId,
): Promise<{ state: TranscriptState; pauseSeconds: number } | null> {
  const { rows } = await sql<{ state: TranscriptState; pauseSeconds: number }>`
    SELECT state, extract(epoch FROM ${pauseEnd} - now())::float8 AS "pauseSeconds"
    FROM transcripts WHERE session_id = ${sessionId} FOR NO KEY UPDATE`.execute(db);
  return rows[0] ?? null;
}

/**
 * Returns how many transcriptions a workspace may still start by hand, or by the end of sessions, and the time of
 * the next one if none.
 */
export async function readStartsLeft(
  db: Database,
  { workspaceId, byHand }: { workspaceId: WorkspaceId; byHand: boolean },
  { calls, perSeconds }: CallRate = TRANSCRIPTS_RATE,
): Promise<{ left: number; waitSeconds: number }> {
  const window = sql`${perSeconds} * interval '1 second'`;
  const { rows } = await sql<{
    used: number;
    waitSeconds: number | null;
  }>`SELECT count(*)::int AS used,
      extract(epoch FROM min(requested_at) + ${window} - now())::float8 AS "waitSeconds"
    FROM (SELECT requested_at FROM transcripts
      WHERE workspace_id = ${workspaceId} AND requested_at > now() - ${window}
        AND requested_by IS ${byHand ? sql`NOT NULL` : sql`NULL`}
      ORDER BY requested_at DESC LIMIT ${calls}) AS newest`.execute(db);
  const { used = 0, waitSeconds = null } = rows[0] ?? {};
  return { left: calls - used, waitSeconds: waitSeconds ?? 0 };
}

/** Returns whether the participant took part without a microphone. */
export async function lacksSound(db: Database, sessionId: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('recordings')
    .select('lacks_microphone')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.lacks_microphone === true;
}

/** The workspace of a session's test. */
export async function readWorkspaceOf(
  db: Database,
  sessionId: SessionId,
): Promise<WorkspaceId | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('tests', 'tests.id', 'sessions.test_id')
    .select('tests.workspace_id')
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
  return row?.workspace_id ?? null;
}
