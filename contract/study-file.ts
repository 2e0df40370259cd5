// A study as a file, which teams exchange: the steps of a test and the way in which people take part, without ids and results.
// Its steps are those of the body that creates a test; pictures lie in it by the ids that the steps name.
import { z } from 'zod/mini';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { participation } from './participation.ts';
import { stepsInput } from './step-inputs.ts';
import { testForm } from './tests.ts';
import { optionalText } from './text.ts';

const PICTURE_WRONG = 'A picture is a data: address of a PNG, JPEG or WebP.';

const picture = z.object({
  /** The name of its screen in results. */
  name: optionalText('Name', NAME_MAX_CHARACTERS),
  data: z
    .string()
    .check(z.regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, PICTURE_WRONG)),
});

export const studyFile = z.object({
  format: z.literal('tryout-study', 'This is no study of Tryout.'),
  version: z.literal(1, 'This installation reads version 1 of study files.'),
  name: testForm.shape.name,
  steps: stepsInput,
  /** If it is left out, people take part as in a new test. */
  participation: z.optional(participation),
  pictures: z._default(z.record(z.uuid(), picture), {}),
});
export type StudyFile = z.infer<typeof studyFile>;
