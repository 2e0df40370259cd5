// Stored transcripts without a recogniser.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { TranscriptSegment } from '#contract/transcripts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { startTranscription } from '#server/transcripts/starts.db.ts';
import { storeTranscript } from '#server/transcripts/store-transcript.ts';

/** A recogniser that no connection reaches. */
export const DEAF_RECOGNISER = 'http://127.0.0.1:1/v1/audio/transcriptions';

/** A segment of words that take half a second each. */
export function segmentOf(startMs: number, text: string): TranscriptSegment {
  const words = text.split(' ').map((word, at) => ({
    startMs: startMs + 500 * at,
    endMs: startMs + 500 * at + 400,
    text: word,
  }));
  return { startMs, endMs: words.at(-1)?.endMs ?? startMs, text, words };
}

/** Moves the last start of a recording back beyond its pause. */
export async function endPause(db: Database, sessionId: SessionId): Promise<void> {
  await sql`UPDATE transcripts SET requested_at = requested_at - interval '1 hour'
    WHERE session_id = ${sessionId}`.execute(db);
}

/** @returns the transcription's id */
export async function giveTranscript(
  db: Database,
  of: { sessionId: SessionId },
  { language = 'en', segments }: { language?: string | null; segments: TranscriptSegment[] },
): Promise<string> {
  await endPause(db, of.sessionId);
  const start = await startTranscription(db, of.sessionId, null);
  if (start === null) throw new Error('no such session');
  const { runId } = start;
  const transcriptFields = { state: 'ready', engine: 'recogniser.example · whisper-1' } as const;
  await storeTranscript(db, { ...of, runId }, { ...transcriptFields, language, segments });
  return runId;
}
