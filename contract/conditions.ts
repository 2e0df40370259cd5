// Conditions of steps: whether one holds, what is wrong with one, and which steps are out of reach.

import { questionSets } from './question-sets.ts';
import { NONE, OTHER, type QuestionForm } from './questions.ts';
import type { OwnCondition, StepCondition } from './step-condition.ts';
import { stepEnd } from './step-end.ts';
import { isScreening, type Step } from './steps.ts';

/** Answers that a step can have: words, or numbers in a range; null where a condition cannot be on it. */
export type AnswerRange =
  | { words: readonly string[] }
  | { from: number; to: number; isWhole: boolean };

export type Choice = Extract<QuestionForm, { type: 'single' | 'several' }>;

/** Returns the words that an answer to a choice can have: ids of options, `other`, `none`. */
export function choiceWords({ options, other, none }: Choice): string[] {
  return [...options.map(({ id }) => id), ...(other ? [OTHER] : []), ...(none ? [NONE] : [])];
}

export function answerRange(step: Step): AnswerRange | null {
  if (step.kind === 'task') return { words: stepEnd.options };
  if (step.kind === 'text') return null;
  if (step.kind === 'set') {
    const { items, from, to } = questionSets[step.set];
    return items.length === 1 ? { from, to, isWhole: true } : null;
  }
  const { form } = step;
  switch (form.type) {
    case 'single':
    case 'several':
      return { words: choiceWords(form) };
    case 'yes_no':
      return { words: ['yes', 'no'] };
    case 'scale':
      return { from: 1, to: form.points, isWhole: true };
    case 'number':
      return { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, isWhole: false };
    case 'short_text':
    case 'long_text':
      return null;
  }
}

/** The answer of a person to a step, or the way in which they ended a task. */
export interface Given {
  words: readonly string[];
  number: number | null;
}

/** @param given what the person gave at the condition's step, or null if they were not shown it or gave nothing */
export function holds(condition: OwnCondition, given: Given | null): boolean {
  if ('is' in condition) return given?.words.some((word) => condition.is.includes(word)) ?? false;
  if ('isNot' in condition) {
    return !given?.words.some((word) => condition.isNot.includes(word));
  }
  const number = given?.number ?? null;
  return number !== null && number >= condition.from && number <= condition.to;
}

export const CONDITION_NOT_EARLIER = 'A condition can only be on an earlier step.';
export const CONDITION_WITHOUT_ANSWERS = 'A condition cannot be on a step of this kind.';
export const CONDITION_OTHER_ANSWERS = 'The condition names an answer that the step no longer has.';
export const CONDITION_WRONG_RANGE = 'The condition’s range does not fit the step’s answers.';

const CONDITION_IN_SHUFFLED_ORDER =
  'A condition on a step in shuffled order comes after all of these steps.';
const CONDITION_ON_VARIANT = 'A condition names a task by its first variant.';

/** Says what is wrong with the condition of the step at an index, or null. */
export function conditionProblem(steps: readonly Step[], at: number): string | null {
  const condition = steps[at]?.shownWhen;
  if (!condition) return null;
  const on = steps.slice(0, at).find(({ number }) => number === condition.step);
  if (!on) return CONDITION_NOT_EARLIER;
  if (on.shuffled && steps.findLastIndex(({ shuffled }) => shuffled) >= at) {
    return CONDITION_IN_SHUFFLED_ORDER;
  }
  if (on.kind === 'task' && (on.variant ?? 1) > 1) return CONDITION_ON_VARIANT;
  const range = answerRange(on);
  return range ? problemWithin(range, condition) : CONDITION_WITHOUT_ANSWERS;
}

function problemWithin(range: AnswerRange, condition: OwnCondition): string | null {
  if ('from' in condition) {
    const isFitting =
      'from' in range &&
      condition.from <= condition.to &&
      condition.from <= range.to &&
      condition.to >= range.from;
    return isFitting ? null : CONDITION_WRONG_RANGE;
  }
  const named = 'is' in condition ? condition.is : condition.isNot;
  if ('from' in range || !named.every((word) => range.words.includes(word))) {
    return CONDITION_OTHER_ANSWERS;
  }
  return null;
}

export const SCREENING_NOT_FIRST = 'Screening questions come before all other steps.';
const SEATS_OTHER_ANSWERS = 'A limit names an answer that the question no longer has.';
const SEATS_TWICE = 'An answer has two limits.';

/** Says what is wrong with the screening of the step at an index, or null. */
export function screeningProblem(steps: readonly Step[], at: number): string | null {
  const step = steps[at];
  if (!step || !isScreening(step)) return null;
  if (!steps.slice(0, at).every(isScreening)) return SCREENING_NOT_FIRST;
  const range = answerRange(step);
  if (!range) return CONDITION_WITHOUT_ANSWERS;
  const { endsWhen, seats } = step.screening;
  const words = seats.map(({ word }) => word);
  if (new Set(words).size < words.length) return SEATS_TWICE;
  const known = 'words' in range ? range.words : [];
  if (!words.every((word) => known.includes(word))) return SEATS_OTHER_ANSWERS;
  return endsWhen && problemWithin(range, endsWhen);
}

/** Returns the numbers of the steps that are out of every participant’s reach. @param steps whose conditions have no problem */
export function unreachableSteps(steps: readonly Step[]): number[] {
  const unreachable = new Set<number>();
  for (const { number, shownWhen: condition } of steps) {
    const on = condition && steps.find((step) => step.number === condition.step);
    if (on && !canHold(condition, on, unreachable.has(on.number))) unreachable.add(number);
  }
  return [...unreachable];
}

function canHold(condition: StepCondition, on: Step, isUnreachable: boolean): boolean {
  // Participants who were not shown the step gave no answer.
  if (isUnreachable) return 'isNot' in condition;
  const range = answerRange(on);
  if ('from' in condition) {
    if (!range || !('from' in range)) return false;
    const from = Math.max(condition.from, range.from);
    const to = Math.min(condition.to, range.to);
    return range.isWhole ? Math.ceil(from) <= Math.floor(to) : from <= to;
  }
  if (!('isNot' in condition) || !range || !('words' in range)) return true;
  const mustAnswer = on.kind === 'task' || (on.kind !== 'text' && on.isRequired);
  // A participant who was not shown the step gave no answer.
  const mayBeMissing = !mustAnswer || on.shownWhen !== undefined;
  return mayBeMissing || range.words.some((word) => !condition.isNot.includes(word));
}
