// Clips and notes by their ids, as far as they are still there: what reels and findings show of them.
import type { Clip } from '#contract/clips.ts';
import type { ClipId, NoteId } from '#contract/ids.ts';
import type { ListedNote } from '#contract/notes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { clipFromRow, listedNoteFromRow } from './note-or-clip-row.rules.ts';
import { allResultsOf, readPage } from './notes-and-clips.db.ts';

/** A task of a test. */
export type TaskOfTest = Parameters<typeof allResultsOf>[0];

/** Clips by id. Clips that are deleted, of a deleted recording or of another test are left out. */
export async function readClips(
  db: Database,
  ofTask: TaskOfTest,
  ids: readonly ClipId[],
): Promise<Map<string, Clip>> {
  const rows = ids.length === 0 ? [] : await readPage(db, 'clips', allOf(ofTask, ids));
  return new Map(rows.map((row) => [row.id, clipFromRow(row)]));
}

/** Notes by id, as `readClips`. */
export async function readNotes(
  db: Database,
  ofTask: TaskOfTest,
  ids: readonly NoteId[],
): Promise<Map<string, ListedNote>> {
  const rows = ids.length === 0 ? [] : await readPage(db, 'notes', allOf(ofTask, ids));
  return new Map(rows.map((row) => [row.id, listedNoteFromRow(row)]));
}

function allOf(ofTask: TaskOfTest, ids: readonly (ClipId | NoteId)[]) {
  return { of: allResultsOf(ofTask), ids, after: null, limit: ids.length };
}
