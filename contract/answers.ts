// Answers and queries that several calls share.
import { z } from 'zod/mini';
import { LIST_IDS_MAX, PAGE_MAX } from './limits.ts';
import { isPlainText } from './text.ts';

/** A sentence for people. */
export const message = z.object({ message: z.string() });

/** The secret part of a mailed link: 256 random bits in base64url; anything else belongs to no link. */
export const mailedToken = z.string().check(z.maxLength(200));

/** A name in an address: any text, ids decide. */
export const readablePart = z.string();

/**
 * Query of a list that can be paged; with none of them the plain list is answered.
 * @param cursor what a cursor is made of; an empty one, as in `?cursor=&limit=20`, begins at the first page
 */
export function pageQuery(cursor: z.ZodMiniType<unknown, string>) {
  const isCursor = (text: string) => text === '' || cursor.safeParse(text).success;
  return z.object({
    cursor: z.optional(
      z.string().check(z.maxLength(200), z.refine(isCursor, 'This cursor is not one of ours.')),
    ),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAGE_MAX))),
    /** Case-insensitive name filter (section 9). */
    search: z.optional(
      z.string().check(z.maxLength(400), z.refine(isPlainText, 'This text cannot be in a name.')),
    ),
  });
}
export type PageQuery = z.infer<ReturnType<typeof pageQuery>>;

/**
 * Ids joined by commas: of a list's items these alone, in the list's order; what is not in the list is left out.
 * The total stays that of the whole list.
 */
export function idsQuery<Id extends z.ZodMiniType>(id: Id) {
  return z.optional(
    z.pipe(
      z.pipe(
        z.string().check(z.maxLength(LIST_IDS_MAX * 37)),
        z.transform((text): unknown[] => text.split(',')),
      ),
      z.array(id).check(z.minLength(1), z.maxLength(LIST_IDS_MAX)),
    ),
  );
}

/**
 * Position of an item in a sorted list. Items of one order are sorted by their keys, compared character by character
 * (`<`). Clients must not parse a key, because each order has its own form.
 */
export const sortKey = z.string();

/** One page: its items, where the next one starts (null at the end), and how many there are in all. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.int() });
}
