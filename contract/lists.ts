// Several values of one field of an address.
import { z } from 'zod';

/** Values joined by commas in an address. */
export const listOf = <T>(item: z.ZodType<T, unknown>) =>
  z
    .string()
    .max(400)
    .transform((text): unknown[] => text.split(','))
    .pipe(z.array(item).min(1));
