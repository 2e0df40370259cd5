// Notes and clips of an export's sessions, row by row, in order of session and time.
import { type RawBuilder, sql } from 'kysely';
import { cursorRows } from '#server/platform/db/cursor-rows.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type ExportedSession, eachOwn, exportedSessions, nameOf } from './exported-rows.db.ts';

interface NoteOrClip {
  id: string;
  number: number;
  tags: string[];
  createdAt: Date;
  /** Name of the author, or null if the account is deleted. */
  by: string | null;
  editedAt: Date | null;
  editedBy: string | null;
}

export interface ExportedNote extends NoteOrClip {
  atMs: number;
  text: string;
}

export interface ExportedClip extends NoteOrClip {
  fromMs: number;
  toMs: number;
  title: string;
}

const columns = sql`own.id, kept.number, tags, own.created_at AS "createdAt", edited_at AS "editedAt",
  CASE WHEN author.id IS NULL THEN NULL ELSE ${nameOf('author')} END AS by,
  CASE WHEN editor.id IS NULL THEN NULL ELSE ${nameOf('editor')} END AS "editedBy"`;

const tables = (
  name: 'notes' | 'clips',
  sessions: readonly ExportedSession[],
): RawBuilder<unknown> =>
  sql`${exportedSessions(sessions)} ${eachOwn(name)}
    LEFT JOIN users AS author ON author.id = own.created_by
    LEFT JOIN users AS editor ON editor.id = own.edited_by`;

export function noteRows(
  db: Database,
  sessions: readonly ExportedSession[],
): AsyncGenerator<readonly ExportedNote[]> {
  return cursorRows(
    db,
    sql<ExportedNote>`SELECT ${columns}, at_ms AS "atMs", text FROM ${tables('notes', sessions)}
    ORDER BY kept.number, at_ms, own.id`,
  );
}

export function clipRows(
  db: Database,
  sessions: readonly ExportedSession[],
): AsyncGenerator<readonly ExportedClip[]> {
  return cursorRows(
    db,
    sql<ExportedClip>`SELECT ${columns}, from_ms AS "fromMs", to_ms AS "toMs", title
    FROM ${tables('clips', sessions)} ORDER BY kept.number, from_ms, own.id`,
  );
}
