// Conditions of steps: when one holds, what is wrong with one, and which steps are out of reach.
import { describe, expect, it } from 'vitest';
import {
  CONDITION_NOT_EARLIER,
  CONDITION_OTHER_ANSWERS,
  CONDITION_WITHOUT_ANSWERS,
  CONDITION_WRONG_RANGE,
  conditionProblem,
  holds,
  unreachableSteps,
} from './conditions.ts';
import type { QuestionForm } from './questions.ts';
import type { StepCondition } from './step-condition.ts';
import type { Step } from './steps.ts';

const task = (number: number, condition?: StepCondition): Step => ({
  ...{ number, kind: 'task', task: 'Buy', figmaUrl: 'https://example.com/' },
  ...{ goal: null, asks: [], ...(condition && { shownWhen: condition }) },
});
const question = (number: number, form: QuestionForm, more: object = {}): Step => ({
  ...{ number, kind: 'question', question: 'How often?', help: '', isRequired: true, form },
  ...more,
});
const options = ['daily', 'weekly'].map((id) => ({ id, text: id }));
const choice = { options, shuffled: false, other: true, none: false };
const often = question(1, { type: 'single', ...choice });
const scale = question(2, { type: 'scale', points: 7, low: '', high: '' });
const text = question(3, { type: 'short_text' });
const number = question(4, { type: 'number' });
const nps: Step = { number: 5, kind: 'set', set: 'nps', isRequired: true };
const sus: Step = { number: 6, kind: 'set', set: 'sus', isRequired: true };

describe('a condition holds', () => {
  it.each<[StepCondition, string[] | number | null, boolean]>([
    [{ step: 1, is: ['daily'] }, ['daily', 'other'], true],
    [{ step: 1, is: ['daily'] }, ['other'], false],
    [{ step: 1, is: ['daily'] }, null, false],
    [{ step: 1, isNot: ['daily'] }, ['other'], true],
    [{ step: 1, isNot: ['daily'] }, ['daily', 'other'], false],
    [{ step: 1, isNot: ['daily'] }, null, true],
    [{ step: 2, from: 1, to: 3 }, 3, true],
    [{ step: 2, from: 1, to: 3 }, 3.5, false],
    [{ step: 2, from: 1, to: 3 }, null, false],
  ])('%j of %j: %s', (condition, given, expected) => {
    const isNumber = typeof given === 'number';
    const words = isNumber ? [] : (given ?? []);
    const answer = given === null ? null : { words, number: isNumber ? given : null };
    expect(holds(condition, answer)).toBe(expected);
  });
});

describe('a problem', () => {
  it.each<[string, StepCondition, string | null]>([
    ['an answer of an earlier step', { step: 1, is: ['daily', 'other'] }, null],
    ['the way in which a task ended', { step: 8, is: ['stuck'] }, null],
    ['a range of a scale', { step: 2, from: 1, to: 3 }, null],
    ['a range of a number', { step: 4, from: -5, to: 0.5 }, null],
    ['a range of a set of one item', { step: 5, from: 9, to: 10 }, null],
    ['the step itself', { step: 7, is: ['done'] }, CONDITION_NOT_EARLIER],
    ['a later step', { step: 9, is: ['done'] }, CONDITION_NOT_EARLIER],
    ['an unknown step', { step: 77, is: ['done'] }, CONDITION_NOT_EARLIER],
    ['a text', { step: 3, isNot: ['daily'] }, CONDITION_WITHOUT_ANSWERS],
    ['a set of ten items', { step: 6, from: 1, to: 5 }, CONDITION_WITHOUT_ANSWERS],
    ['a deleted option', { step: 1, is: ['daily', 'monthly'] }, CONDITION_OTHER_ANSWERS],
    ['words of a scale', { step: 2, is: ['daily'] }, CONDITION_OTHER_ANSWERS],
    ['a range of a choice', { step: 1, from: 1, to: 2 }, CONDITION_WRONG_RANGE],
    ['a range the wrong way round', { step: 2, from: 3, to: 1 }, CONDITION_WRONG_RANGE],
    ['a range outside of the scale', { step: 2, from: 8, to: 9 }, CONDITION_WRONG_RANGE],
  ])('%s', (_, condition, problem) => {
    const steps = [often, scale, text, number, nps, sus, task(8), task(7, condition), task(9)];
    expect(conditionProblem(steps, 7)).toBe(problem);
  });
});

describe('steps out of reach', () => {
  it.each<[string, Step[], number[]]>([
    ['no condition', [often, task(2)], []],
    [
      'each answer is excluded',
      [often, task(2, { step: 1, isNot: ['daily', 'weekly', 'other'] })],
      [2],
    ],
    [
      'each answer is excluded, and none is required',
      [
        { ...often, isRequired: false } as Step,
        task(2, { step: 1, isNot: ['daily', 'weekly', 'other'] }),
      ],
      [],
    ],
    ['no whole number in the range', [scale, task(3, { step: 2, from: 1.2, to: 1.8 })], [3]],
    [
      'an answer to a step out of reach',
      [
        task(1),
        task(2, { step: 1, isNot: ['done', 'stuck'] }),
        task(3, { step: 2, is: ['done'] }),
        task(4, { step: 2, isNot: ['done'] }),
      ],
      [2, 3],
    ],
  ])('%s', (_, steps, expected) => {
    expect(unreachableSteps(steps)).toEqual(expected);
  });
});
