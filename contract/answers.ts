// Answers and queries that several calls share.
import { z } from 'zod';
import { LIST_IDS_MAX, PAGE_MAX } from './limits.ts';
import { isPlainText } from './text.ts';

/** A sentence for people. */
export const message = z.object({ message: z.string() });

/** The secret part of a mailed link: 256 random bits in base64url; anything else belongs to no link. */
export const mailedToken = z.string().max(200);

/** A name in an address: any text, ids decide. */
export const readablePart = z.string();

/**
 * Query of a list that can be paged; with none of them the plain list is answered.
 * @param cursor what a cursor is made of; an empty one, as in `?cursor=&limit=20`, begins at the first page
 */
export function pageQuery(cursor: z.ZodType<unknown, string>) {
  const isCursor = (text: string) => text === '' || cursor.safeParse(text).success;
  return z.object({
    cursor: z.string().max(200).refine(isCursor, 'This cursor is not one of ours.').optional(),
    limit: z.coerce.number().int().min(1).max(PAGE_MAX).optional(),
    /** Case-insensitive name filter (section 9). */
    search: z.string().max(400).refine(isPlainText, 'This text cannot be in a name.').optional(),
  });
}
export type PageQuery = z.infer<ReturnType<typeof pageQuery>>;

/**
 * Ids joined by commas: of a list's items these alone, in the list's order; what is not in the list is left out.
 * The total stays that of the whole list.
 */
export function idsQuery<Id extends z.ZodType>(id: Id) {
  return z
    .string()
    .max(LIST_IDS_MAX * 37)
    .transform((text): unknown[] => text.split(','))
    .pipe(z.array(id).min(1).max(LIST_IDS_MAX))
    .optional();
}

/** One page: its items, where the next one starts (null at the end), and how many there are in all. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable(), total: z.int() });
}
