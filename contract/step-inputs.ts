// Steps in the body of calls that create or change a test. They have a file of their own, because most pages only read
// tests.
import { z } from 'zod/mini';
import { goalInput } from './goal-inputs.ts';
import {
  HELP_MAX_CHARACTERS,
  OPTION_MAX_CHARACTERS,
  OPTION_PICTURES,
  OPTIONS_MAX,
  QUESTION_MAX_CHARACTERS,
  STEPS_MAX,
  TASK_MAX_CHARACTERS,
  TEXT_STEP_MAX_CHARACTERS,
} from './limits.ts';
import { areDifferent, pictureInput, pictureTaskInput } from './picture-inputs.ts';
import { prototypeLink } from './prototype-link.ts';
import { optionId, questionForms, setName } from './questions.ts';
import { screening } from './screening.ts';
import { stepConditionInput } from './step-condition.ts';
import { stepNumber } from './step-number.ts';
import { isTask, variantPlace } from './steps.ts';
import { taskQuestions } from './task-questions.ts';
import { optionalText, requiredText } from './text.ts';

/** An option in the body of create and update. One without an id is new. */
const optionInput = z.object({
  id: z.optional(optionId),
  text: requiredText('Option', OPTION_MAX_CHARACTERS),
  pictureId: pictureInput,
});

const NO_OPTIONS = 'A choice needs at least one option.';

const optionsInput = z.array(optionInput, NO_OPTIONS).check(
  z.minLength(1, NO_OPTIONS),
  z.maxLength(OPTIONS_MAX, `A question can have at most ${OPTIONS_MAX} options.`),
  z.refine((options) => areDifferent(options.map(({ text }) => comparable(text))), {
    error: 'Two options have the same words.',
  }),
  z.refine((options) => areDifferent(options.flatMap(({ id }) => id ?? [])), {
    error: 'Two options have the same id.',
  }),
  z.refine((options) => [0, options.length].includes(options.filter(hasPicture).length), {
    error: 'Give each option a picture, or none.',
  }),
  z.refine(
    (options) =>
      !options.some(hasPicture) ||
      (options.length >= OPTION_PICTURES.min && options.length <= OPTION_PICTURES.max),
    { error: `Compare ${OPTION_PICTURES.min} to ${OPTION_PICTURES.max} pictures.` },
  ),
);

function hasPicture({ pictureId }: { pictureId?: string | null | undefined }): boolean {
  return typeof pictureId === 'string';
}

function comparable(text: string): string {
  // Marks without a shape of their own, too: words look the same with and without them.
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim();
}

export const questionFormInput = questionForms(optionsInput);
export type QuestionFormInput = z.infer<typeof questionFormInput>;

/** Fields of every kind of step in the body of create and update. */
const ofInput = {
  /** The number of a step of the test, which keeps its results; a step without one is new. */
  number: z.optional(stepNumber),
  /** The condition, or null for none; none as well if it is left out. */
  shownWhen: z.optional(z.nullable(stepConditionInput)),
  /** The step is in shuffled order with the others that are; if it is left out, it is not. */
  shuffled: z.optional(z.boolean()),
};

const taskInput = z.object({
  ...ofInput,
  kind: z.literal('task'),
  task: requiredText('Task', TASK_MAX_CHARACTERS),
  figmaUrl: prototypeLink,
  /** Mode and regions for a link to a picture. If it is left out, a step that is there retains its own, and a new one is free. */
  picture: z.optional(pictureTaskInput),
  /** 1 for a task that others follow with 2, 3 and 4: the same task on other objects, one for each person. */
  variant: z.optional(variantPlace),
  /** The goal, or null for none. If it is left out, a new step has none, and a step that is there retains its own. */
  goal: z.optional(z.nullable(goalInput)),
  /** If they are left out, a new step has all, and a step that is there retains its own. */
  asks: z.optional(taskQuestions),
});

export type TaskInput = z.infer<typeof taskInput>;

/** A step in the body of create and update. */
const stepInput = z.discriminatedUnion('kind', [
  taskInput,
  z.object({
    ...ofInput,
    kind: z.literal('question'),
    question: requiredText('Question', QUESTION_MAX_CHARACTERS),
    help: z._default(optionalText('Help text', HELP_MAX_CHARACTERS), ''),
    pictureId: pictureInput,
    isRequired: z._default(z.boolean(), true),
    form: questionFormInput,
    /** Rules of a screening question, or null; no screening question as well if they are left out. */
    screening: z.optional(z.nullable(screening)),
  }),
  z.object({
    ...ofInput,
    kind: z.literal('set'),
    set: setName,
    isRequired: z._default(z.boolean(), true),
  }),
  z.object({
    ...ofInput,
    kind: z.literal('text'),
    text: requiredText('Text', TEXT_STEP_MAX_CHARACTERS),
  }),
]);
export type StepInput = z.infer<typeof stepInput>;

export const stepsInput = z.array(stepInput).check(
  z.minLength(1),
  z.maxLength(STEPS_MAX),
  z.refine(
    (steps) =>
      steps.every(
        ({ number }, at) =>
          number === undefined || steps.findIndex((step) => step.number === number) === at,
      ),
    'A step can stand in a test only once.',
  ),
  z.refine((steps) => steps.some(isTask), 'A test needs at least one task.'),
);
