// A transcript as members read it: segments as they are corrected, and how its transcription goes.
import type { SessionId } from '#contract/ids.ts';
import type { DisplayedSegment, Transcript, TranscriptSegment } from '#contract/transcripts.ts';
import { alignedWords } from '#insight/aligned-words.ts';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { recogniserHost } from './ask-for-transcript.flow.ts';
import { directionOf } from './languages.ts';
import { readCorrections, readTranscript, type StoredCorrection } from './transcripts.db.ts';

/** Returns the transcript of a session that the caller may read. */
export async function transcriptOf(
  { db, config }: { db: Database; config: Parts['config'] },
  sessionId: SessionId,
): Promise<Transcript> {
  const server = recogniserHost(config);
  const stored = await readTranscript(db, sessionId);
  if (!stored) return { ...none, server };
  const corrections = await readCorrections(db, sessionId);
  const segments = visibleSegments(stored.segments, corrections);
  const { state, failure, attempts, engine, language } = stored;
  return {
    state,
    server,
    failure,
    attempts,
    madeBy: stored.made_by,
    engine,
    language,
    requestedAt: stored.requested_at.toISOString(),
    finishedAt: stored.finished_at?.toISOString() ?? null,
    startableAt: stored.startable_at?.toISOString() ?? null,
    direction: directionOf(language, segments[0]?.text ?? ''),
    segments,
    unfitting: corrections
      .filter(({ segment }) => segment === null)
      .map((row) => ({
        ...correctionFromRow(row),
        startMs: row.start_ms,
        endMs: row.end_ms,
        original: row.original,
      })),
  };
}

/** Returns the transcript for visitors of links: the present text, without its editors or the recogniser's server. */
export function textAlone({
  state,
  language,
  direction,
  madeBy,
  segments,
}: Transcript): Transcript {
  return {
    ...none,
    server: null,
    state,
    language,
    direction,
    madeBy,
    segments: segments.map((one) => ({ ...one, original: one.text, correction: null })),
  };
}

const none: Omit<Transcript, 'server'> = {
  state: 'none',
  failure: null,
  attempts: 0,
  requestedAt: null,
  finishedAt: null,
  startableAt: null,
  madeBy: null,
  engine: null,
  language: null,
  direction: 'ltr',
  segments: [],
  unfitting: [],
};

export function visibleSegments(
  segments: readonly TranscriptSegment[],
  corrections: readonly StoredCorrection[],
): DisplayedSegment[] {
  const bySegment = new Map(corrections.map((row) => [row.segment, row]));
  return segments.map((segment, at) => {
    const row = bySegment.get(at);
    if (!row) return { ...segment, original: segment.text, correction: null };
    // Without times of words there is nothing to align.
    const words = segment.words.length > 0 ? alignedWords(segment.words, row.text, segment) : [];
    const correction = correctionFromRow(row);
    return { ...segment, original: segment.text, text: row.text, words, correction };
  });
}

function correctionFromRow({ id: _id, text, by, corrected_at, version }: StoredCorrection) {
  return { _id, text, by, at: corrected_at.toISOString(), version };
}
