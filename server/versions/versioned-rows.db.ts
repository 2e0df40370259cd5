// Rows with versions: author and last editor, and changes that name the version that they are based on.
import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { Authorship } from '#contract/notes.ts';
import type { Database } from '#server/platform/db/database.ts';

const nameOf = (user: 'author' | 'editor') => {
  const of = sql.ref(user);
  return sql<
    string | null
  >`coalesce(nullif(btrim(concat_ws(' ', ${of}.first_name, ${of}.last_name)), ''), ${of}.email)`;
};

/** Author columns of a statement that joins `users` as `author` and as `editor`. */
export const authorColumns = [
  sql.ref<UserId | null>('author.id').as('author_id'),
  nameOf('author').as('author_name'),
  sql.ref<UserId | null>('editor.id').as('editor_id'),
  nameOf('editor').as('editor_name'),
] as const;

/** Columns of a row with versions, its author and its last editor. */
export interface AuthorRow {
  version: number;
  created_at: Date;
  edited_at: Date | null;
  author_id: UserId | null;
  author_name: string | null;
  editor_id: UserId | null;
  editor_name: string | null;
}

export function authorshipFromRow(row: AuthorRow): Authorship {
  const { created_at, edited_at, version } = row;
  const edited = edited_at && {
    by: authorOf(row.editor_id, row.editor_name),
    at: edited_at.toISOString(),
  };
  const author = authorOf(row.author_id, row.author_name);
  return { author, createdAt: created_at.toISOString(), edited, version };
}

function authorOf(id: UserId | null, name: string | null): Authorship['author'] {
  return id === null ? null : { id, name: name ?? '' };
}

type VersionedTable = 'notes' | 'clips' | 'findings' | 'reels';

interface RowChange {
  id: string;
  /** The version that the change is based on. Without it, any version matches. */
  version?: number;
  by: UserId;
  /** New values by column. */
  values?: Readonly<Record<string, string | number | null | readonly string[]>>;
}

/**
 * Makes the next version of a row, which no one else changes until the transaction ends.
 * @returns false: it is no longer that version, or gone.
 */
export async function changeVersioned(
  db: Database,
  table: VersionedTable,
  { id, version, by, values = {} }: RowChange,
): Promise<boolean> {
  const changes = Object.entries(values).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  );
  const author = sql`version = version + 1, edited_by = ${by}, edited_at = now()`;
  const isBasis = version === undefined ? sql`true` : sql`version = ${version}`;
  const { numAffectedRows } = await sql`UPDATE ${sql.table(table)}
    SET ${sql.join([...changes, author])} WHERE id = ${id} AND ${isBasis}`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Deletes a row. A reel is removed at once; the deletion of others can be undone until the job `deleted.remove` removes
 * the row.
 * @returns false: it is no longer that version, or gone.
 */
export async function deleteVersioned(
  db: Database,
  table: VersionedTable,
  { id, version }: { id: string; version: number },
): Promise<boolean> {
  const deletion =
    table === 'reels'
      ? sql`DELETE FROM reels`
      : sql`UPDATE ${sql.table(table)} SET deleted_at = now()`;
  const { numAffectedRows } = await sql`${deletion}
    WHERE id = ${id} AND version = ${version}`.execute(db);
  return numAffectedRows === 1n;
}
