// Lists that are searched and paged: the pattern of a search, and the cut of a page.
import type { PageQuery } from '#contract/answers.ts';
import { PAGE_SIZE } from '#contract/limits.ts';

/** 'Contains this text' for ILIKE, with the text's own wildcards escaped (PostgreSQL, section 9.7.1). */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * One page: its items and where the next one starts, null at the end.
 * @param read reads this many rows, one more than the page shows
 */
export async function cutPage<Row>(
  { limit = PAGE_SIZE }: Pick<PageQuery, 'limit'>,
  read: (rows: number) => Promise<Row[]>,
  cursorOf: (last: Row) => string,
): Promise<{ items: Row[]; nextCursor: string | null }> {
  const rows = await read(limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}
