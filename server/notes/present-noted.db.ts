// Clips and notes by their ids, as far as they are still there: what reels and findings show of them.
import type { Clip } from '#contract/clips.ts';
import type { ClipId, NoteId, TestId } from '#contract/ids.ts';
import type { ListedNote } from '#contract/notes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { allOf, type NotedTable, pageNoted } from './noted.db.ts';
import { clipOf, listedNoteOf, type NotedRow } from './noted-row.rules.ts';

/** By id; what is not there is deleted, or of a deleted recording, or of another test. */
export async function readClips(
  db: Database,
  testId: TestId,
  ids: readonly ClipId[],
): Promise<Map<string, Clip>> {
  const rows = await presentRows(db, 'clips', { testId, ids });
  return new Map(rows.map((row) => [row.id, clipOf(row)]));
}

/** The same of notes. */
export async function readNotes(
  db: Database,
  testId: TestId,
  ids: readonly NoteId[],
): Promise<Map<string, ListedNote>> {
  const rows = await presentRows(db, 'notes', { testId, ids });
  return new Map(rows.map((row) => [row.id, listedNoteOf(row)]));
}

async function presentRows(
  db: Database,
  table: NotedTable,
  { testId, ids }: { testId: TestId; ids: readonly (ClipId | NoteId)[] },
): Promise<NotedRow[]> {
  if (ids.length === 0) return [];
  return await pageNoted(db, table, {
    of: allOf(testId),
    ids,
    after: null,
    limit: ids.length,
  });
}
