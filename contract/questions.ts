// Questions of a test: their forms, and the published sets with their words and order.
import { z } from 'zod/mini';
import { SCALE_END_MAX_CHARACTERS } from './limits.ts';
import { optionalText } from './text.ts';

/** Words in an answer to a choice beside the ids of its options. */
export const OTHER = 'other';
export const NONE = 'none';

const RESERVED_IDS: readonly string[] = [OTHER, NONE, 'skipped', 'yes', 'no'];

/**
 * An option's id within its question: stored answers name it, so that an option retains its answers when its text
 * changes.
 */
export const optionId = z.string().check(
  z.regex(
    /^[a-z0-9_-]{1,20}$/,
    'An id of an option has 1 to 20 of the characters a–z, 0–9, - and _.',
  ),
  z.refine((id) => !RESERVED_IDS.includes(id), 'This id of an option has another meaning.'),
);

export const option = z.object({
  id: optionId,
  text: z.string(),
  /** Id of a picture: all options of a question have one, or none has. */
  pictureId: z.optional(z.string()),
});
export type Option = z.infer<typeof option>;

const scaleEnd = optionalText('Words of an end', SCALE_END_MAX_CHARACTERS);

/**
 * Forms of a question by `type`.
 * @param options schema of a choice's options
 * @param end schema of the words at the low and the high end of a scale
 */
export function questionForms<Options extends z.ZodMiniType>(options: Options, end = scaleEnd) {
  const choice = {
    options,
    /** Each participant reads the options in an order of their own; *other* and *none of these* stay last. */
    shuffled: z.boolean(),
    /** An answer in one's own words can be given as well. */
    other: z.boolean(),
    /** 'None of these' can be chosen. */
    none: z.boolean(),
  };
  return z.discriminatedUnion('type', [
    z.object({ type: z.literal('single'), ...choice }),
    z.object({ type: z.literal('several'), ...choice }),
    z.object({
      type: z.literal('scale'),
      /** Answers are 1 to `points`. */
      points: z.union([z.literal(5), z.literal(7)]),
      low: end,
      high: end,
    }),
    z.object({ type: z.literal('yes_no') }),
    z.object({ type: z.literal('number') }),
    z.object({ type: z.literal('short_text') }),
    z.object({ type: z.literal('long_text') }),
  ]);
}

export const questionForm = questionForms(z.array(option));
export type QuestionForm = z.infer<typeof questionForm>;

interface WithPicture {
  pictureId?: unknown;
}

/** Returns the ids of the pictures of a question and its options, as it is typed, sent or stored. */
export function questionPictures({
  pictureId,
  form,
}: WithPicture & { form: { type: string; options?: readonly WithPicture[] } }): string[] {
  const all = [pictureId, ...(form.options ?? []).map((one) => one.pictureId)];
  return all.filter((id) => typeof id === 'string');
}

export const setName = z.enum(['sus', 'umux_lite', 'seq', 'nps']);
export type SetName = z.infer<typeof setName>;
