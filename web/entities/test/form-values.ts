// Values of the form of a test: its name and its steps, as they were typed, valid or not.
import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod/mini';
import { goalDraft } from '#contract/goal-drafts.ts';
import { STEP_NUMBER_MAX } from '#contract/limits.ts';
import { pictureOfLink } from '#contract/picture-link.ts';
import type { QuestionForm, SetName } from '#contract/questions.ts';
import type { Screening } from '#contract/screening.ts';
import type { StepCondition, StepConditionInput } from '#contract/step-condition.ts';
import {
  type ConditionDraft,
  type ScreeningDraft,
  type StepDraft,
  stepDraft,
  type TaskDraft,
} from '#contract/step-drafts.ts';
import { type StepInput, stepsInput } from '#contract/step-inputs.ts';
import { isTask, type Step } from '#contract/steps.ts';
import { testForm } from '#contract/tests.ts';
import type { StoredDraft } from '#web/entities/storage-keys.ts';

export type StepValues = StepDraft;
export type TaskValues = TaskDraft;
export type ConditionValues = ConditionDraft;
export type ScreeningValues = ScreeningDraft;
export type PanelValues = Exclude<StepValues, TaskValues>;
export type QuestionValues = Extract<StepValues, { kind: 'question' }>;
export type SetValues = Extract<StepValues, { kind: 'set' }>;

const testValues = z.object({
  name: testForm.shape.name,
  /** The contract checks what the form would send, so its errors have the places of the server's. */
  steps: z.pipe(
    z.pipe(
      z.array(stepDraft),
      z.transform(
        (steps): z.input<typeof stepsInput> => steps.map((step) => stepBody(step, steps)),
      ),
    ),
    stepsInput,
  ),
});
export type TestValues = z.input<typeof testValues>;

export const testResolver = zodResolver(testValues, undefined, { raw: true });

/** The key is random, so that two people who add steps to the same draft give them different ones. */
function ofNewStep() {
  return {
    key: `new-${randomText()}`,
    number: null,
    shownWhen: null,
  } satisfies Partial<StepValues>;
}

/** Returns the values of a task that is not in the test yet. */
export function newTask(fields: Partial<Pick<TaskValues, 'task' | 'figmaUrl' | 'goal'>> = {}) {
  const empty = { kind: 'task' as const, task: '', figmaUrl: '', goal: null };
  return { ...empty, ...fields, ...ofNewStep() } satisfies TaskValues;
}

function randomText(): string {
  return crypto
    .getRandomValues(new Uint32Array(2))
    .reduce((text, part) => text + part.toString(36), '');
}

/** Returns an option with a short random id, so that a condition can name it before it is stored. */
export function newOption(text = '') {
  return { id: `o${randomText()}`, text };
}

function newForm(type: QuestionForm['type']): QuestionForm {
  switch (type) {
    case 'single':
    case 'several':
      return {
        type,
        options: [newOption(), newOption()],
        shuffled: false,
        other: false,
        none: false,
      };
    case 'scale':
      return { type, points: 5, low: '', high: '' };
    default:
      return { type };
  }
}

export function newQuestion(type: QuestionForm['type']): QuestionValues {
  const empty = { kind: 'question' as const, question: '', help: '', isRequired: true };
  return { ...empty, form: newForm(type), ...ofNewStep() };
}

export function newSet(set: SetName): SetValues {
  return { kind: 'set', set, isRequired: true, ...ofNewStep() };
}

export function newText(): PanelValues {
  return { kind: 'text', text: '', ...ofNewStep() };
}

/** Returns a copy as a new step. */
export function copyOfStep(step: StepValues): StepValues {
  return { ...step, ...ofNewStep(), shownWhen: step.shownWhen };
}

/** Options without a word are not there yet. */
function formWithWords(form: QuestionForm): QuestionForm {
  if (!('options' in form)) return form;
  return { ...form, options: form.options.filter(({ text }) => text.trim() !== '') };
}

/** Returns a step of a body, without a task's goal. @param steps all steps of the form */
export function stepBody(step: StepValues, steps: readonly StepValues[]): StepInput {
  const { key: _, number, shownWhen, shuffled, ...fields } = step;
  const common = {
    ...(number === null ? {} : { number }),
    ...(shownWhen ? { shownWhen: conditionBody(shownWhen, steps) } : {}),
    ...(shuffled && { shuffled }),
  };
  if (fields.kind === 'question') return { ...common, ...questionOfValues(fields) };
  if (fields.kind !== 'task') return { ...common, ...fields };
  const { kind, figmaUrl, variant, picture } = fields;
  const task = taskText(step as TaskValues, steps);
  return {
    ...common,
    kind,
    task,
    figmaUrl,
    // A template has a mode before there is a picture.
    ...(picture && pictureOfLink(figmaUrl) !== null && { picture }),
    ...(variant !== undefined && { variant }),
  };
}

/** Returns the text of a task, which a variant has from the first one. */
export function taskText(step: TaskValues, steps: readonly StepValues[]): string {
  if ((step.variant ?? 1) === 1) return step.task;
  const own = steps.findIndex(({ key }) => key === step.key);
  const first = steps
    .slice(0, Math.max(own, 0))
    .findLast((one) => isTask(one) && one.variant === 1);
  return first && isTask(first) ? first.task : step.task;
}

/** Returns the fields of a question as they would be stored. */
function questionOfValues({
  screening,
  form,
  ...fields
}: Omit<QuestionValues, 'key' | 'number' | 'shownWhen' | 'shuffled'>) {
  return {
    ...fields,
    form: formWithWords(form),
    ...(screening && { screening: screeningBody(screening) }),
  };
}

function screeningBody({ endsWhen, seats }: ScreeningValues): Screening {
  return {
    endsWhen: endsWhen && answersOf(endsWhen),
    seats: seats.flatMap(({ word, most }) => (most === null ? [] : [{ word, most }])),
  };
}

/** Names the earlier step by its place; place 0 is refused, and so is a bound that was not typed. */
function conditionBody(
  condition: ConditionValues,
  steps: readonly StepValues[],
): StepConditionInput {
  const at = steps.findIndex(({ key }) => key === condition.on) + 1;
  return { at, ...answersOf(condition) };
}

function answersOf(condition: ConditionValues) {
  if ('is' in condition) return { is: condition.is };
  if ('isNot' in condition) return { isNot: condition.isNot };
  return { from: condition.from ?? Number.NaN, to: condition.to ?? Number.NaN };
}

/**
 * Returns the steps as they would be stored: new ones have numbers here that no stored one has. A condition whose step
 * is gone names step 0.
 */
export function stepsOfValues(values: readonly StepValues[]): Step[] {
  const numbers = values.map(({ number }, at) => number ?? STEP_NUMBER_MAX + 1 + at);
  const onNumber = (condition: ConditionValues): StepCondition => ({
    step: numbers[values.findIndex(({ key }) => key === condition.on)] ?? 0,
    ...answersOf(condition),
  });
  return values.map(({ key: _, shownWhen, ...fields }, at): Step => {
    const common = {
      number: numbers[at] ?? 0,
      ...(shownWhen ? { shownWhen: onNumber(shownWhen) } : {}),
    };
    if (fields.kind === 'question') return { ...questionOfValues(fields), ...common };
    if (fields.kind !== 'task') return { ...fields, ...common };
    const { goalRegions, ...own } = fields;
    const task = taskText(values[at] as TaskValues, values);
    return { ...own, ...common, task, goal: null, asks: [] };
  });
}

/** Returns the form's values of a draft, or of none. */
export function valuesOfDraft(draft: StoredDraft | null): TestValues {
  if (draft === null) return { name: '', steps: [newTask()] };
  const { name, steps, task, figmaUrl } = draft;
  const typed = z.array(stepDraft).safeParse(steps);
  if (typed.success && typed.data.some(isTask)) return { name, steps: typed.data };
  const goal = goalDraft.safeParse(draft.goal).data ?? null;
  return { name, steps: [newTask({ task, figmaUrl, goal })] };
}

/** Returns the draft that is stored of the values: the first task has the fields of section 3. */
export function draftOfValues({ name, steps }: TestValues): StoredDraft {
  const { task, figmaUrl, goal } = steps.find(isTask) ?? newTask();
  return {
    name,
    task,
    figmaUrl,
    ...(goal ? { goal } : {}),
    ...(steps.length > 1 ? { steps } : {}),
  };
}

/** Returns whether a step has all that saving it needs, apart from its condition and its screening. */
export function isCompleteStep(step: StepValues): boolean {
  const plain = step.kind === 'question' ? { ...step, screening: undefined } : step;
  const body = stepBody({ ...plain, shownWhen: null }, []);
  return stepsInput.def.element.safeParse(body).success;
}
