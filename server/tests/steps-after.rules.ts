// The steps that the body of a test asks for, beside those that it has: names, kinds and conditions are checked, new
// steps and options get their numbers and ids.
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { conditionProblem, screeningProblem } from '#contract/conditions.ts';
import { AppError } from '#contract/errors.ts';
import type { Goal } from '#contract/goals.ts';
import { STEP_NUMBER_MAX } from '#contract/limits.ts';
import type { PictureTask } from '#contract/pictures.ts';
import { type QuestionForm, questionForm } from '#contract/questions.ts';
import type { StepCondition, StepConditionInput } from '#contract/step-condition.ts';
import type { QuestionFormInput, StepInput, TaskInput } from '#contract/step-inputs.ts';
import { orderProblem } from '#contract/step-order.ts';
import { isTask, type Step } from '#contract/steps.ts';
import type { TestInput } from '#contract/test-inputs.ts';
import type { Parts } from '#server/parts.ts';
import {
  isPicture,
  isSameFile,
  type KnownPrototype,
  prototypeOf,
} from '#server/prototypes/prototype-hosts.ts';
import { ALL_ASKED, type StepGoal } from '#server/revisions/goals.db.ts';
import { placeFields, type StoredPlace } from '#server/revisions/place-fields.rules.ts';
import type { NewStep, StepContent, Task } from '#server/revisions/revisions.db.ts';
import { type StoredStep, taskPicture } from '#server/revisions/steps.db.ts';

const NO_SCREENS =
  'This link leads to a page that reports no screens. Decide while you watch instead.';
const NO_REGION = 'Choose regions of the picture that can be pressed.';
const NO_PICTURE = 'This link leads to no picture.';
const NEW_PICTURE: PictureTask = { mode: 'free', seconds: null, regions: [] };
const NOT_FIRST = 'This is not what the first task says. Leave it out, or send the same.';
const NO_NUMBER_LEFT = 'This test has had too many tasks. Make a copy of it.';

/** A step as it is to be. */
export interface StepAfter extends Task, StepGoal, Omit<StepContent, 'condition'> {
  /** The step in the newest revision, or null for a new one. */
  before: StoredStep | null;
  /** A condition on a new step, which has no number yet, names its place. */
  condition: StepConditionInput | null;
}

/**
 * Returns whether a step asks the same under the same condition. Rules of screening, and the regions of a task's picture,
 * can change at any time.
 */
export function hasSameContent({ before, content, condition, ...place }: StepAfter): boolean {
  const fields = before && {
    content: withoutRules(before.content),
    ...placeOf(before),
  };
  return isDeepStrictEqual(fields, {
    content: withoutRules(content),
    ...placeOf({ condition, ...place }),
  });
}

function placeOf({ condition, shuffled, variant }: Pick<StepAfter, keyof StoredPlace>) {
  return { condition, shuffled, variant };
}

function withoutRules(content: StepAfter['content']): StepAfter['content'] {
  if (content?.screening) return { ...content, screening: true };
  const picture = taskPicture(content);
  return picture ? { picture: { ...picture, regions: [] } } : content;
}

/** Returns whether a step that is there has the same rules of screening and regions. */
export function hasSameRules({ before, content }: StepAfter): boolean {
  return before === null || isDeepStrictEqual(before.content, content);
}

export function hasSameGoal({ before, goal, asks }: StepAfter): boolean {
  return isDeepStrictEqual(before && { goal: before.goal, asks: before.asks }, { goal, asks });
}

/** Gives new steps the next free numbers. A goal that is carried over to another revision has its old time. */
export function numbered(steps: readonly StepAfter[], next: number): NewStep[] {
  let free = next;
  const numbers = steps.map(({ before }) => before?.number ?? free++);
  if (free > STEP_NUMBER_MAX + 1) {
    throw new AppError('bad_input', { fields: { steps: NO_NUMBER_LEFT } });
  }
  return steps.map(({ before, ...step }, at) => {
    const isSame = before !== null && isDeepStrictEqual(before.goal, step.goal);
    return {
      ...step,
      number: numbers[at] ?? 0,
      condition: onNumber(step.condition, numbers),
      goalSetAt: (isSame ? before.goalSetAt : null) ?? new Date(),
    };
  });
}

/** Returns a condition that names its step by number. @param numbers of all steps in their order */
function onNumber(
  condition: StepConditionInput | null,
  numbers: readonly number[],
): StepCondition | null {
  if (condition === null || 'step' in condition) return condition;
  const { at, ...answers } = condition;
  return { step: numbers[at - 1] ?? 0, ...answers };
}

/**
 * Returns the steps that a body asks for: its list; else what is there, with its fields in the first task.
 * @throws AppError bad_input when the fields beside a list say something else, for a step that is not there, or for a
 * goal of screens where the link leads to no known prototype
 */
export function stepsAfter(
  parts: Pick<Parts, 'prototypeHosts'>,
  input: TestInput,
  before: readonly StoredStep[],
): StepAfter[] {
  const { task, figmaUrl, goal, asks, steps } = input;
  if (!steps) {
    const first = before.find(isTask) ?? null;
    const condition = first?.condition ?? null;
    const { shuffled = false, variant = null } = first ?? {};
    const fields = { task, figmaUrl, goal, asks, condition, shuffled, variant };
    const changed = taskAfter(parts, fields, { before: first, at: '' });
    if (first === null) return [changed];
    return before.map((step) => (step === first ? changed : { ...step, before: step }));
  }
  checkNames(input, before);
  const after = steps.map(({ number, ...step }, at) => {
    const there = before.find((one) => one.number === number) ?? null;
    const condition = withNumber(step.shownWhen ?? null, steps);
    const { shuffled = false } = step;
    if (step.kind !== 'task') return panelAfter(step, { before: there, condition, shuffled });
    const { variant = null } = step;
    const place = { condition, shuffled, variant };
    return taskAfter(parts, { ...step, ...place }, { before: there, at: `steps.${at}.` });
  });
  checkConditions(after);
  return after;
}

/** @throws AppError bad_input for fields beside a list that say something else, and for a step that is not there */
function checkNames(
  { task, figmaUrl, goal, asks, steps = [] }: TestInput,
  before: readonly StoredStep[],
): void {
  const fields: Record<string, string> = {};
  const firstTask = steps.find(isTask);
  const beside = Object.entries({ task, figmaUrl, goal, asks });
  for (const [field, value] of beside) {
    const isSame = isDeepStrictEqual(value, firstTask?.[field as keyof typeof firstTask]);
    if (value !== undefined && !isSame) fields[field] = NOT_FIRST;
  }
  for (const [at, step] of steps.entries()) {
    const { number } = step;
    const there = before.find((one) => one.number === number);
    if (number === undefined || (there && hasSameAnswers(there, step))) continue;
    fields[`steps.${at}.number`] = there
      ? `Step ${number} has answers of another kind. Add a new step instead.`
      : `This test has no step ${number}.`;
  }
  if (Object.keys(fields).length > 0) throw new AppError('bad_input', { fields });
}

/** Returns whether answers to a step as it is to be have the form of those before. */
function hasSameAnswers({ kind, content }: StoredStep, step: StepInput): boolean {
  if (step.kind === 'set') return kind === step.kind && content?.set === step.set;
  if (step.kind !== 'question') return kind === step.kind;
  const before = kind === step.kind ? questionForm.parse(content?.form) : null;
  const { form } = step;
  const isOfScale = before?.type === 'scale' && form.type === 'scale';
  return before?.type === form.type && (!isOfScale || before.points === form.points);
}

/** Returns a condition that names a step of the test by its number. */
function withNumber(
  condition: StepConditionInput | null,
  steps: readonly StepInput[],
): StepConditionInput | null {
  if (condition === null || 'step' in condition) return condition;
  const { at, ...answers } = condition;
  const step = steps[at - 1]?.number;
  return step === undefined ? condition : { step, ...answers };
}

/** @throws AppError bad_input for a condition that names no earlier step, or answers that it does not have */
function checkConditions(after: readonly StepAfter[]): void {
  // New steps have numbers here that no stored one has.
  const numbers = after.map(({ before }, at) => before?.number ?? STEP_NUMBER_MAX + 1 + at);
  const steps = after.map(({ text, content, kind, condition: own, ...place }, at): Step => {
    const number = numbers[at] ?? 0;
    const condition = onNumber(own, numbers);
    return {
      number,
      kind,
      [kind]: text,
      ...content,
      ...placeFields({ ...place, condition }),
    } as Step;
  });
  const fields: Record<string, string> = {};
  for (const at of steps.keys()) {
    const problem = conditionProblem(steps, at);
    if (problem) fields[`steps.${at}.shownWhen`] = problem;
    const screening = screeningProblem(steps, at);
    if (screening) fields[`steps.${at}.screening`] = screening;
    const order = orderProblem(steps, at);
    if (order) fields[`steps.${at}.${isTask(steps[at] as Step) ? 'variant' : 'shuffled'}`] = order;
  }
  if (Object.keys(fields).length > 0) throw new AppError('bad_input', { fields });
}

/** Returns a question, a set or a text as it is to be. */
function panelAfter(
  step: Exclude<StepInput, { kind: 'task' }>,
  place: Pick<StepAfter, 'before' | 'condition' | 'shuffled'>,
): StepAfter {
  const { before } = place;
  const common = {
    ...place,
    kind: step.kind,
    variant: null,
    prototypeUrl: '',
    goal: null,
    asks: [],
  };
  switch (step.kind) {
    case 'text':
      return { ...common, text: step.text, content: null };
    case 'set':
      return { ...common, text: '', content: { set: step.set, isRequired: step.isRequired } };
    case 'question': {
      const { help, pictureId, isRequired, form, screening } = step;
      return {
        ...common,
        text: step.question,
        content: {
          help,
          ...(pictureId && { pictureId }),
          isRequired,
          form: formAfter(form, before),
          ...(screening && { screening }),
        },
      };
    }
  }
}

/** Gives options without an id one: that of the option with the same text before, or a new one. */
function formAfter(form: QuestionFormInput, before: StoredStep | null): QuestionForm {
  if (!('options' in form)) return form;
  const formBefore = before?.kind === 'question' ? questionForm.parse(before.content?.form) : null;
  const known = formBefore && 'options' in formBefore ? formBefore.options : [];
  const given = new Set(form.options.flatMap(({ id }) => id ?? []));
  const options = form.options.map(({ id, text, pictureId }) => {
    const fields = { text, ...(pictureId && { pictureId }) };
    if (id !== undefined) return { id, ...fields };
    const same = known.find((one) => one.text === text && !given.has(one.id));
    return { id: same?.id ?? newOptionId(), ...fields };
  });
  return { ...form, options };
}

function newOptionId(): string {
  return randomBytes(5).toString('hex');
}

type WantedTask = Pick<TestInput, 'task' | 'figmaUrl' | 'goal' | 'asks'> &
  Pick<TaskInput, 'picture'> &
  Pick<StepAfter, 'condition' | 'shuffled' | 'variant'>;

/**
 * Screens are those of a file, and regions those of a picture: a goal of them goes over to another link of that file, and
 * to no other one.
 * @param at the path of the step's fields in the body, for errors
 */
function taskAfter(
  parts: Pick<Parts, 'prototypeHosts'>,
  { task, figmaUrl, goal: given, asks, condition, shuffled, variant, picture: input }: WantedTask,
  { before, at }: { before: StoredStep | null; at: string },
): StepAfter {
  const file = prototypeOf(figmaUrl, parts.prototypeHosts);
  const fileBefore = before && prototypeOf(before.prototypeUrl, parts.prototypeHosts);
  const isSame = before?.prototypeUrl === figmaUrl || isSameFile(file, fileBefore);
  const picture = isPicture(file) ? (input ?? pictureBefore(before, isSame)) : null;
  const stays = isSame || before?.goal?.kind === 'judged';
  const goal = given === undefined ? withRegions((stays && before?.goal) || null, picture) : given;
  const problem = taskProblem({ goal, file, picture });
  if (input && !picture) throw badField(`${at}picture`, NO_PICTURE);
  if (problem) throw badField(`${at}goal`, problem);
  return {
    before,
    kind: 'task',
    content: picture && { picture },
    condition,
    shuffled,
    variant,
    text: task,
    prototypeUrl: figmaUrl,
    goal,
    asks: asks ?? before?.asks ?? ALL_ASKED,
  };
}

function badField(path: string, message: string): AppError {
  return new AppError('bad_input', { fields: { [path]: message } });
}

function pictureBefore(before: StoredStep | null, isSame: boolean): PictureTask {
  return (isSame ? taskPicture(before?.content) : null) ?? NEW_PICTURE;
}

/** Returns why a task can't have its goal, or null if it can. */
function taskProblem({
  goal,
  file,
  picture,
}: Pick<StepAfter, 'goal'> & {
  file: KnownPrototype | null;
  picture: PictureTask | null;
}): string | null {
  if (goal?.kind === 'screens' && (!file || picture)) return NO_SCREENS;
  return isDeepStrictEqual(goal, withRegions(goal, picture)) ? null : NO_REGION;
}

/** Returns a goal without regions that can't be pressed, or null if none is left. */
function withRegions(goal: Goal | null, picture: PictureTask | null): Goal | null {
  if (goal?.kind !== 'regions') return goal;
  const there = picture?.mode === 'seconds' ? [] : (picture?.regions ?? []);
  const numbers = new Set(there.map(({ number }) => number));
  const regions = goal.regions.filter((number) => numbers.has(number));
  return regions.length === 0 ? null : { kind: 'regions', regions };
}
