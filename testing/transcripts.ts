// Transcripts without a recogniser: what one would have heard, stored.
import type { SessionId } from '#contract/ids.ts';
import type { TranscriptSegment } from '#contract/transcripts.ts';
import type { Database } from '#server/db/database.ts';
import { storeTranscript } from '#server/domain/transcripts/store-transcript.ts';
import { requestTranscript } from '#server/domain/transcripts/transcripts.db.ts';

/** A recogniser that no connection reaches. */
export const DEAF_RECOGNISER = 'http://127.0.0.1:1/v1/audio/transcriptions';

/** A segment of words that take half a second each. */
export function segmentOf(startMs: number, text: string): TranscriptSegment {
  const words = text.split(' ').map((word, at) => ({
    ...{ startMs: startMs + 500 * at, endMs: startMs + 500 * at + 400, text: word },
  }));
  return { startMs, endMs: words.at(-1)?.endMs ?? startMs, text, words };
}

/** @returns the transcription's id */
export async function giveTranscript(
  db: Database,
  of: { sessionId: SessionId },
  { language = 'en', segments }: { language?: string | null; segments: TranscriptSegment[] },
): Promise<string> {
  const runId = await requestTranscript(db, of.sessionId, null);
  const heard = { state: 'ready', engine: 'recogniser.example · whisper-1' } as const;
  await storeTranscript(db, { ...of, runId }, { ...heard, language, segments });
  return runId;
}
