// Several values of one field of an address.
import { z } from 'zod/mini';

/** Maximum number of items of a list in an address. */
export const LIST_TEXT_MAX_CHARACTERS = 400;

/** Values joined by commas in an address. */
export const listOf = <T>(item: z.ZodMiniType<T, unknown>) =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(LIST_TEXT_MAX_CHARACTERS)),
      z.transform((text): unknown[] => text.split(',')),
    ),
    z.array(item).check(z.minLength(1)),
  );
