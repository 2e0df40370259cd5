// Author and last editor of a row with versions: its columns, and what the contract answers of them.
import { sql } from 'kysely';
import type { UserId } from '#contract/ids.ts';
import type { Authorship } from '#contract/notes.ts';

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

interface AuthorRow {
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
