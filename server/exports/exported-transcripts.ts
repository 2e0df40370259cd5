// Transcripts of an export's sessions as text files and captions, corrections included.
import type { Database } from '#server/platform/db/database.ts';
import type { WrittenFile } from '#server/platform/zip/deflated-files.ts';
import { shownSegments } from '#server/transcripts/shown-transcript.rules.ts';
import { transcriptFile } from '#server/transcripts/transcript-files.rules.ts';
import { readCorrections, readTranscript } from '#server/transcripts/transcripts.db.ts';
import { sessionFileName } from './export-media.ts';
import { type ExportedSession, sessionsWithTranscript } from './exported-rows.db.ts';

/** Of sessions in which something was said. */
export async function* transcriptFiles(
  db: Database,
  sessions: readonly ExportedSession[],
): AsyncGenerator<WrittenFile> {
  const said = await sessionsWithTranscript(db, sessions);
  for (const session of sessions) {
    if (!said.has(session.id)) continue;
    const stored = await readTranscript(db, session.id);
    if (!stored) continue;
    const segments = shownSegments(stored.segments, await readCorrections(db, session.id));
    for (const format of ['txt', 'vtt'] as const) {
      const { text } = transcriptFile(segments, format);
      yield { name: `transcripts/${sessionFileName(session)}.${format}`, text: once(text) };
    }
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
