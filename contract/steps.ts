// Steps of a test: what its participants are asked, in order. A step has a number of its own within its test, which
// never changes and is never used again; its place in the list is its order.
import { z } from 'zod/mini';
import { goal, goalInput } from './goals.ts';
import {
  QUESTION_MAX_CHARACTERS,
  STEPS_MAX,
  TASK_MAX_CHARACTERS,
  TEXT_STEP_MAX_CHARACTERS,
} from './limits.ts';
import { prototypeLink } from './prototype-link.ts';
import { helpText, questionForm, questionFormInput, setName } from './questions.ts';
import { stepCondition, stepConditionInput } from './step-condition.ts';
import { stepNumber } from './step-number.ts';
import { taskQuestion, taskQuestions } from './task-questions.ts';
import { requiredText } from './text.ts';

/** Fields of every kind of step. */
const ofStep = {
  number: stepNumber,
  /** The condition under which a participant is shown the step; left out: always. */
  shownWhen: z.optional(stepCondition),
};

/** A task on a prototype of the design tool or on a web page. */
export const taskStep = z.object({
  ...ofStep,
  kind: z.literal('task'),
  task: z.string(),
  figmaUrl: z.string(),
  /** It can change at any time; outcomes are then computed again. */
  goal: z.nullable(goal),
  /** Questions of the card after the task. */
  asks: z.array(taskQuestion),
});
export type TaskStep = z.infer<typeof taskStep>;

const questionStep = z.object({
  ...ofStep,
  kind: z.literal('question'),
  question: z.string(),
  /** Text below the question, or empty. */
  help: z.string(),
  isRequired: z.boolean(),
  form: questionForm,
});

const setStep = z.object({
  ...ofStep,
  kind: z.literal('set'),
  set: setName,
  isRequired: z.boolean(),
});

const textStep = z.object({
  ...ofStep,
  kind: z.literal('text'),
  /** Paragraphs, **emphasis**, lists and links, as in Markdown; nothing else is formatted. */
  text: z.string(),
});

/** A step that stands on a panel of its own. */
export const panelStep = z.discriminatedUnion('kind', [questionStep, setStep, textStep]);
export type PanelStep = z.infer<typeof panelStep>;
/** A step that a participant answers on its panel. */
export type AnswerStep = Extract<PanelStep, { kind: 'question' | 'set' }>;

export const step = z.discriminatedUnion('kind', [taskStep, questionStep, setStep, textStep]);
export type Step = z.infer<typeof step>;

export function isTask<T extends { kind: Step['kind'] }>(step: T): step is T & { kind: 'task' } {
  return step.kind === 'task';
}

/** Fields of every kind of step in the body of create and update. */
const ofInput = {
  /** The number of a step of the test, which keeps its results; a step without one is new. */
  number: z.optional(stepNumber),
  /** The condition, or null for none; none as well if it is left out. */
  shownWhen: z.optional(z.nullable(stepConditionInput)),
};

const taskInput = z.object({
  ...ofInput,
  kind: z.literal('task'),
  task: requiredText('Task', TASK_MAX_CHARACTERS),
  figmaUrl: prototypeLink,
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
    help: z._default(helpText, ''),
    isRequired: z._default(z.boolean(), true),
    form: questionFormInput,
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
