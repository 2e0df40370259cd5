// Steps of a test: what its participants are asked, in order. A step has a number of its own within its test, which
// never changes and is never used again; its place in the list is its order.
import { z } from 'zod/mini';
import { goal } from './goals.ts';
import { VARIANTS_MAX } from './limits.ts';
import { pictureTask } from './pictures.ts';
import { questionForm, setName } from './questions.ts';
import { type Screening, screening } from './screening.ts';
import { stepCondition } from './step-condition.ts';
import { stepNumber } from './step-number.ts';
import { taskQuestion } from './task-questions.ts';

/** Fields of every kind of step. */
const ofStep = {
  number: stepNumber,
  /** The condition under which a participant is shown the step; left out: always. */
  shownWhen: z.optional(stepCondition),
  /** Steps in shuffled order take each other’s places, in an order of each participant’s own; left out: no. */
  shuffled: z.optional(z.boolean()),
};

/** Place of a variant among those of its task, from 1. */
export const variantPlace = z.int().check(z.gte(1), z.lte(VARIANTS_MAX));

/** A task on a prototype of the design tool, on a web page or on a picture. */
export const taskStep = z.object({
  ...ofStep,
  kind: z.literal('task'),
  task: z.string(),
  /** `picture:` and the id of a picture for a task on one. */
  figmaUrl: z.string(),
  picture: z.optional(pictureTask),
  /** Place among the objects of one task, from 1: a participant has one of them. Left out for a task with one object. */
  variant: z.optional(variantPlace),
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
  /** Id of a picture above the answer; left out: none. */
  pictureId: z.optional(z.string()),
  isRequired: z.boolean(),
  form: questionForm,
  /** Rules of a screening question, which is answered before the session begins; left out: it is none. */
  screening: z.optional(screening),
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

/** Returns whether participants answer the step on a panel: a question or a set. */
export function isQuestion<T extends { kind: Step['kind'] }>(
  step: T,
): step is T & { kind: AnswerStep['kind'] } {
  return step.kind === 'question' || step.kind === 'set';
}

/** A question whose answer decides whether a person takes part. */
export type ScreeningStep = z.infer<typeof questionStep> & { screening: Screening };

/** Returns whether participants answer the step before their session begins. */
export function isScreening(step: Step): step is ScreeningStep {
  return step.kind === 'question' && step.screening !== undefined;
}

export function isTask<T extends { kind: Step['kind'] }>(step: T): step is T & { kind: 'task' } {
  return step.kind === 'task';
}
