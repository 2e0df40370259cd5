// Transcripts in the database: requested, shown, corrected, and indexed for the search.

import { sql } from 'kysely';
import { z } from 'zod';
import type { SessionId, TestId, UserId } from '#contract/ids.ts';
import {
  type TranscriptCorrectionId,
  type TranscriptSegment,
  type TranscriptState,
  transcriptFailure,
  transcriptSegment,
} from '#contract/transcripts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import { isPauseOver, pauseEnd } from './starts.db.ts';

const storedSegments = z.array(transcriptSegment);

type StoredTranscript = NonNullable<Awaited<ReturnType<typeof readTranscript>>>;

export async function readTranscript(db: Database, sessionId: SessionId) {
  const row = await db
    .selectFrom('transcripts')
    .select(['state', 'failure', 'attempts', 'requested_at', 'finished_at', 'run_id', 'made_by'])
    .select(['engine', 'language', 'segments'])
    .select(sql<Date | null>`CASE WHEN NOT ${isPauseOver} THEN ${pauseEnd} END`.as('startable_at'))
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return null;
  const { failure, segments, ...fields } = row;
  return {
    ...fields,
    failure: z.nullable(transcriptFailure).parse(failure),
    segments: storedSegments.parse(segments),
  };
}

/** Reads the transcript and locks it: no other transaction corrects or replaces it until this one ends. */
export async function lockTranscript(
  db: Database,
  sessionId: SessionId,
): Promise<StoredTranscript | null> {
  await db
    .selectFrom('transcripts')
    .select('run_id')
    .where('session_id', '=', sessionId)
    .forNoKeyUpdate()
    .execute();
  return await readTranscript(db, sessionId);
}

export interface StoredCorrection {
  id: TranscriptCorrectionId;
  /** Index of the segment that the correction fits, or null if it fits none. */
  segment: number | null;
  start_ms: number;
  end_ms: number;
  original: string;
  text: string;
  version: number;
  corrected_at: Date;
  /** The person, or null if the account is deleted. */
  by: string | null;
}

/** Returns the corrections in the order of time. */
export async function readCorrections(
  db: Database,
  sessionId: SessionId,
): Promise<StoredCorrection[]> {
  const rows = await db
    .selectFrom('transcript_corrections as corrections')
    .leftJoin('users', 'users.id', 'corrected_by')
    .select(['corrections.id', 'segment', 'start_ms', 'end_ms', 'original', 'text', 'version'])
    .select(['corrected_at', 'first_name', 'last_name', 'email'])
    .where('session_id', '=', sessionId)
    .orderBy('start_ms')
    .execute();
  return rows.map(({ first_name, last_name, email, ...row }) => ({
    ...row,
    id: row.id,
    by: [first_name, last_name].join(' ').trim() || email,
  }));
}

/** Writes a correction of a segment, or its next version. */
export async function writeCorrection(
  db: Database,
  { sessionId, segment, by }: { sessionId: SessionId; segment: number; by: UserId },
  { startMs, endMs, text: original, corrected }: TranscriptSegment & { corrected: string },
): Promise<void> {
  const written = { text: corrected, corrected_by: by, corrected_at: new Date() };
  await db
    .insertInto('transcript_corrections')
    .values({
      id: newId<TranscriptCorrectionId>(),
      session_id: sessionId,
      segment,
      original,
      start_ms: startMs,
      end_ms: endMs,
      ...written,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'segment'])
        .doUpdateSet({ ...written, version: sql`transcript_corrections.version + 1` }),
    )
    .execute();
}

/** @returns whether there was one. `unfitting`: only if it fits no segment */
export async function deleteCorrection(
  db: Database,
  sessionId: SessionId,
  { id, unfitting = false }: { id: TranscriptCorrectionId; unfitting?: boolean },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('transcript_corrections')
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .$if(unfitting, (query) => query.where('segment', 'is', null))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0;
}

/** Makes what is searched of a transcript's texts, a line a segment. */
export async function indexTranscript(
  db: Database,
  sessionId: SessionId,
  { lines, config }: { lines: readonly string[]; config: string | null },
): Promise<void> {
  const text = lines.join('\n');
  const search = config === null ? sql`NULL` : sql`transcript_search(test_id, ${config}, ${text})`;
  const grams = config === null ? sql`transcript_grams(test_id, ${text})` : sql`NULL`;
  await sql`UPDATE transcripts SET said = folded(${text}::text), config = ${config}, changes = changes + 1,
      search = ${search}, grams = ${grams}
    WHERE session_id = ${sessionId}`.execute(db);
}

export interface CountedTranscripts {
  state: TranscriptState;
  count: number;
  /** When the first of them may be started again, or null if it may be now. */
  startableAt: Date | null;
}

/** SQL condition that is true for a session whose video may have a voice. */
const hasSound = sql<boolean>`(SELECT size_bytes > 0 AND NOT lacks_microphone FROM recordings
  WHERE recordings.session_id = sessions.id)`;

/** Recordings of a test by the state of their transcript. */
export async function countTranscripts(
  db: Database,
  testId: TestId,
): Promise<CountedTranscripts[]> {
  const { rows } = await sql<CountedTranscripts>`
    SELECT coalesce(transcripts.state, 'none') AS state, count(*)::int AS count,
      CASE WHEN NOT bool_or(transcripts.state IS NULL OR ${isPauseOver}) THEN min(${pauseEnd}) END AS "startableAt"
    FROM sessions LEFT JOIN transcripts ON transcripts.session_id = sessions.id AND transcripts.test_id = ${testId}
    WHERE sessions.test_id = ${testId} AND sessions.took_part AND ${hasSound} GROUP BY 1`.execute(
    db,
  );
  return rows;
}

/** The next recordings of a test that ended without a transcript, or whose transcription failed. */
export async function untranscribed(
  db: Database,
  testId: TestId,
  limit: number,
): Promise<SessionId[]> {
  const { rows } = await sql<{ id: SessionId }>`
    SELECT sessions.id FROM sessions LEFT JOIN transcripts ON transcripts.session_id = sessions.id AND transcripts.test_id = ${testId}
    WHERE sessions.test_id = ${testId} AND sessions.took_part AND NOT sessions.is_running AND ${hasSound}
      AND (transcripts.state IS NULL OR transcripts.state = 'failed' AND ${isPauseOver})
    LIMIT ${limit} FOR KEY SHARE OF sessions`.execute(db);
  return rows.map(({ id }) => id);
}
