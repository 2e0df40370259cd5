// Steps of a test as they are typed in its form, valid or not. A step has the fields of the contract's step, so that
// code which makes one does not compile until it gives a new field its first value.
import { z } from 'zod/mini';
import { goalDraft } from './goal-drafts.ts';
import { option, questionForms } from './questions.ts';
import { stepNumber } from './step-number.ts';
import { panelStep, taskStep } from './steps.ts';

/** A condition names its earlier step by the form's key, because a new step has no number and a place changes. */
const on = { on: z.string() };
const words = z.array(z.string());
const bound = z.nullable(z.number());
const conditionDraft = z.union([
  z.strictObject({ ...on, is: words }),
  z.strictObject({ ...on, isNot: words }),
  z.strictObject({ ...on, from: bound, to: bound }),
]);
export type ConditionDraft = z.infer<typeof conditionDraft>;

/** Rules of a screening question, as they were typed. `on` of the condition is the question itself, and empty. */
const screeningDraft = z.object({
  endsWhen: z.nullable(conditionDraft),
  /** Limits of people by answer, null where none was typed. */
  seats: z.array(z.object({ word: z.string(), most: z.nullable(z.number()) })),
});
export type ScreeningDraft = z.infer<typeof screeningDraft>;

const ofForm = {
  /** Identifies the step within the form, and in all forms of the same draft. */
  key: z.string(),
  /** Number of the stored step, or null for a new one. */
  number: z.nullable(stepNumber),
  shownWhen: z.nullable(conditionDraft),
};

const taskDraft = z.extend(z.omit(taskStep, { asks: true }), {
  ...ofForm,
  /** The goal as it was chosen in this form, or null if it was not changed. */
  goal: z.nullable(goalDraft),
  /** Regions of the picture that are the goal, if they were chosen in this form. */
  goalRegions: z.optional(z.array(z.int())),
});
export type TaskDraft = z.infer<typeof taskDraft>;

const [questionStep, setStep, textStep] = panelStep.def.options;

export const stepDraft = z.discriminatedUnion('kind', [
  taskDraft,
  z.extend(questionStep, {
    ...ofForm,
    form: questionForms(z.array(option), z.string()),
    screening: z.optional(screeningDraft),
  }),
  z.extend(setStep, ofForm),
  z.extend(textStep, ofForm),
]);
export type StepDraft = z.infer<typeof stepDraft>;
