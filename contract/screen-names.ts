// Screens of a test by number and name.
import { z } from 'zod/mini';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { requiredText } from './text.ts';

/** A screen as results name it: '7 · Checkout'. */
export const namedScreen = z.object({
  number: z.int(),
  /** 'Checkout', 'Checkout (2)' where several have that name; 'Screen 7' while it has none. */
  name: z.string(),
  /** Node id in the prototype's file. */
  screenId: z.string(),
  /** The value is true if a member renamed the screen. */
  isRenamed: z.boolean(),
  isGoal: z.boolean(),
  /** The value is false if the design no longer contains the screen. */
  isInDesign: z.boolean(),
  /** For a picture that a member uploaded: whether regions of it are a goal. Screens of a prototype have none. */
  picture: z.optional(z.enum(['with_goal', 'without_goal'])),
  image: z.nullable(
    z.object({
      url: z.string(),
      width: z.int(),
      height: z.int(),
      /** The value is true if a browser took the image: clicks on it are then only approximately placed. */
      approximate: z.boolean(),
    }),
  ),
});
export type NamedScreen = z.infer<typeof namedScreen>;

/** Body that names a screen. Null restores the layer's own name. */
export const screenNameInput = z.object({
  name: z.nullable(requiredText('Name', NAME_MAX_CHARACTERS)),
});
