// Lists that are searched and paged: the condition of a search, and the end of a page.
import { type RawBuilder, sql } from 'kysely';
import type { PageQuery } from '#contract/answers.ts';
import { PAGE_MAX_BYTES, PAGE_SIZE } from '#contract/limits.ts';

/** SQL condition for a text that contains this one, without case and accents, ß as ss (function `folded`). */
export function containing(column: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql`strpos(folded(${column}), folded(${text})) > 0`;
}

/** SQL condition for a text that can contain this one, by an index on `search_grams(scope, column)`. */
export function mayContain(
  [scope, column]: [RawBuilder<unknown>, RawBuilder<unknown>],
  within: string,
  text: string,
): RawBuilder<boolean> {
  return sql`search_grams(${scope}, ${column}) @> wanted_grams(${within}, ${text})`;
}

/** Numbers of a cursor and of a sort key have at most this many digits. */
const NUMBER_DIGITS = 15;

/** Sort key of a number from 0 on in an order that begins with the largest. */
export function largestFirst(value: number): string {
  return String(10 ** NUMBER_DIGITS - 1 - value).padStart(NUMBER_DIGITS, '0');
}

/** Sort key of an id in an order that begins with the last one. */
export function lastFirst(id: string): string {
  return id.replace(/[0-9a-f]/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16));
}

/** Sort key of a text in the order of the collation "C", which is that of its bytes. */
export function byBytes(text: string): string {
  return Buffer.from(text).toString('hex');
}

/** An item of a page, and the cursor of a page that begins behind it. */
export interface Listed<Item> {
  item: Item;
  cursor: string;
}

/**
 * One page: its items and the start of the next one, or null at the end. It ends before its items exceed
 * PAGE_MAX_BYTES, with one item at least.
 * @param read reads this many, one more than the page shows
 */
export async function cutPage<Item>(
  { limit = PAGE_SIZE }: Pick<PageQuery, 'limit'>,
  read: (items: number) => Promise<Listed<Item>[]>,
): Promise<{ items: Item[]; nextCursor: string | null }> {
  const listed = await read(limit + 1);
  const page = listed.slice(0, Math.min(limit, Math.max(1, countWithin(listed, PAGE_MAX_BYTES))));
  const last = page.at(-1);
  return {
    items: page.map(({ item }) => item),
    nextCursor: listed.length > page.length && last ? last.cursor : null,
  };
}

function countWithin(listed: readonly Listed<unknown>[], bytes: number): number {
  let sum = 0;
  const at = listed.findIndex(({ item }) => {
    sum += Buffer.byteLength(JSON.stringify(item)) + 1;
    return sum > bytes;
  });
  return at === -1 ? listed.length : at;
}
