// A picture that members upload: a task can be done on it, a question and its options can show it.
import { z } from 'zod/mini';

/** Ends of a task on a picture: one press, *Done*, or a time after which the picture is gone. */
export const pictureMode = z.enum(['first_click', 'free', 'seconds']);

/** A part of a picture with a name: the corners of its outline in pixels of the picture; a rectangle has four. */
const region = z.object({
  number: z.int(),
  name: z.string(),
  corners: z.array(z.object({ x: z.number(), y: z.number() })),
});

export type Region = z.infer<typeof region>;

export const pictureTask = z.object({
  mode: pictureMode,
  /** Seconds after which the picture is gone, for the mode `seconds` alone. */
  seconds: z.nullable(z.int()),
  /** Regions can change at any time; what was pressed is then read again. */
  regions: z.array(region),
});
export type PictureTask = z.infer<typeof pictureTask>;

/** The mode of a task on a picture as participants see it. */
export const sharedPictureTask = z.pick(pictureTask, { mode: true, seconds: true });
export type SharedPictureTask = z.infer<typeof sharedPictureTask>;

/** A picture as participants see it. */
export const sharedPicture = z.object({ src: z.string(), width: z.int(), height: z.int() });
export type SharedPicture = z.infer<typeof sharedPicture>;
