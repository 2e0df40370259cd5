// Stores a recogniser's transcript in the place of an earlier one; corrections move to the segments they fit.
import type { SessionId } from '#contract/ids.ts';
import type { TranscriptionResult, TranscriptSegment } from '#contract/transcripts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { searchConfigOf } from './languages.ts';
import { visibleSegments } from './transcript-answers.read.ts';
import {
  indexTranscript,
  lockTranscript,
  readCorrections,
  type StoredCorrection,
} from './transcripts.db.ts';

export interface NewTranscript {
  state: TranscriptionResult;
  engine: string;
  /** BCP 47. */
  language: string | null;
  segments: readonly TranscriptSegment[];
}

/**
 * @returns whether it was stored: not when another transcription was requested since, or the session is deleted
 */
export async function storeTranscript(
  db: Database,
  { sessionId, runId }: { sessionId: SessionId; runId: string },
  { state, engine, language, segments }: NewTranscript,
): Promise<boolean> {
  const before = await lockTranscript(db, sessionId);
  if (before?.run_id !== runId) return false;
  await db
    .updateTable('transcripts')
    .set({
      state,
      engine,
      language,
      segments: JSON.stringify(segments),
      made_by: runId,
      finished_at: new Date(),
      failure: null,
    })
    .where('session_id', '=', sessionId)
    .execute();
  await db.deleteFrom('transcript_parts').where('session_id', '=', sessionId).execute();
  await refit(db, sessionId, segments);
  const visible = visibleSegments(segments, await readCorrections(db, sessionId));
  const lines = visible.map(({ text }) => text);
  await indexTranscript(db, sessionId, { lines, config: searchConfigOf(language) });
  return true;
}

async function refit(
  db: Database,
  sessionId: SessionId,
  segments: readonly TranscriptSegment[],
): Promise<void> {
  const corrections = await readCorrections(db, sessionId);
  // Two at one segment are refused: each leaves its place before another takes it.
  await db
    .updateTable('transcript_corrections')
    .set({ segment: null })
    .where('session_id', '=', sessionId)
    .execute();
  const taken = new Set<number>();
  for (const correction of corrections) {
    const segment = segments.findIndex((one, at) => !taken.has(at) && isOf(one, correction));
    if (segment === -1) continue;
    taken.add(segment);
    await db
      .updateTable('transcript_corrections')
      .set({ segment })
      .where('id', '=', correction.id)
      .execute();
  }
}

/**
 * Returns whether a correction belongs to a segment: the recogniser's text is the same in half of the same time,
 * or is now the member's text.
 */
function isOf(
  { startMs, endMs, text }: TranscriptSegment,
  { start_ms, end_ms, original, text: corrected }: StoredCorrection,
): boolean {
  const common = Math.min(endMs, end_ms) - Math.max(startMs, start_ms);
  const longer = Math.max(endMs - startMs, end_ms - start_ms);
  if (common * 2 < longer) return false;
  return [original, corrected].some((one) => keyOf(one) === keyOf(text));
}

/** Texts that differ in case, spaces and punctuation alone are the same. */
function keyOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}
