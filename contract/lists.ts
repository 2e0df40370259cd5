// Several values of one field of an address.
import { z } from 'zod';

/** Maximum number of items of a list in an address. */
export const LIST_TEXT_MAX_CHARACTERS = 400;

/** Values joined by commas in an address. */
export const listOf = <T>(item: z.ZodType<T, unknown>) =>
  z
    .string()
    .max(LIST_TEXT_MAX_CHARACTERS)
    .transform((text): unknown[] => text.split(','))
    .pipe(z.array(item).min(1));
