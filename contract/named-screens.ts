// Screens of a test by number and name.
import { z } from 'zod/mini';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { isPlainText } from './text.ts';

/** A screen as results name it: '7 · Checkout'. */
export const namedScreen = z.object({
  number: z.int(),
  /** 'Checkout', 'Checkout (2)' where several have that name; 'Screen 7' while it has none. */
  name: z.string(),
  /** Node id in the prototype's file. */
  screenId: z.string(),
  /** Whether a member named it. */
  isRenamed: z.boolean(),
  isGoal: z.boolean(),
  /** False: the design does not have it any more. */
  isInDesign: z.boolean(),
  image: z.nullable(
    z.object({
      url: z.string(),
      width: z.int(),
      height: z.int(),
      /** A browser took it: clicks lie on it only about where they were made. */
      approximate: z.boolean(),
    }),
  ),
});
export type NamedScreen = z.infer<typeof namedScreen>;

/** Body that names a screen; null: the layer's own name again. */
export const screenNameInput = z.object({
  name: z.nullable(
    z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Name is required'),
        z.maxLength(NAME_MAX_CHARACTERS),
        z.refine(isPlainText),
      ),
  ),
});
