// Clips and notes by their ids, as far as they are still there: what reels and findings show of them.
import type { Clip } from '#contract/clips.ts';
import type { ClipId, NoteId } from '#contract/ids.ts';
import type { ListedNote } from '#contract/notes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { clipFromRow, listedNoteFromRow, type NoteOrClipRow } from './note-or-clip-row.rules.ts';
import { allResultsOf, type NoteOrClipTable, readPage } from './notes-and-clips.db.ts';

/** A task of a test. */
export type TaskOfTest = Parameters<typeof allResultsOf>[0];

/** Clips by id. Clips that are deleted, of a deleted recording or of another test are left out. */
export async function readClips(
  db: Database,
  ofTask: TaskOfTest,
  ids: readonly ClipId[],
): Promise<Map<string, Clip>> {
  const rows = await presentRows(db, 'clips', { ofTask, ids });
  return new Map(rows.map((row) => [row.id, clipFromRow(row)]));
}

/** Notes by id, as `readClips`. */
export async function readNotes(
  db: Database,
  ofTask: TaskOfTest,
  ids: readonly NoteId[],
): Promise<Map<string, ListedNote>> {
  const rows = await presentRows(db, 'notes', { ofTask, ids });
  return new Map(rows.map((row) => [row.id, listedNoteFromRow(row)]));
}

async function presentRows(
  db: Database,
  table: NoteOrClipTable,
  { ofTask, ids }: { ofTask: TaskOfTest; ids: readonly (ClipId | NoteId)[] },
): Promise<NoteOrClipRow[]> {
  if (ids.length === 0) return [];
  return await readPage(db, table, {
    of: allResultsOf(ofTask),
    ids,
    after: null,
    limit: ids.length,
  });
}
