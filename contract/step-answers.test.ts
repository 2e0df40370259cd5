// Answers that each form of a question takes, and what conditions read of them.
import { describe, expect, it } from 'vitest';
import type { QuestionForm } from './questions.ts';
import { answerSchema, givenBy, type StepAnswer } from './step-answers.ts';
import type { AnswerStep } from './steps.ts';

const question = (form: QuestionForm): AnswerStep => ({
  ...{ number: 1, kind: 'question', question: 'How?', help: '', isRequired: true, form },
});
const set = (name: 'sus' | 'umux_lite' | 'seq' | 'nps'): AnswerStep => ({
  ...{ number: 1, kind: 'set', set: name, isRequired: true },
});
const options = ['a', 'b'].map((id) => ({ id, text: id.toUpperCase() }));
const single = question({ type: 'single', options, shuffled: false, other: true, none: false });
const several = question({ type: 'several', options, shuffled: false, other: true, none: true });
const closed = question({ type: 'several', options, shuffled: false, other: false, none: false });
const scale = question({ type: 'scale', points: 5, low: 'Bad', high: 'Good' });

describe('an answer', () => {
  const cases: readonly [string, AnswerStep, unknown, boolean][] = [
    ['one option', single, { chosen: ['a'] }, true],
    ['two of a single choice', single, { chosen: ['a', 'b'] }, false],
    ['an unknown option', single, { chosen: ['c'] }, false],
    ['none where it is not offered', single, { chosen: ['none'] }, false],
    ['other, with a text', single, { chosen: ['other'], other: 'Mine' }, true],
    ['other, without a text', single, { chosen: ['other'] }, true],
    ['a text without other', single, { chosen: ['a'], other: 'Mine' }, false],
    ['several', several, { chosen: ['b', 'a', 'other'], other: 'Mine' }, true],
    ['no option', several, { chosen: [] }, false],
    ['an option twice', several, { chosen: ['a', 'a'] }, false],
    ['none beside another', several, { chosen: ['none', 'a'] }, false],
    ['none alone', several, { chosen: ['none'] }, true],
    ['other where it is not offered', closed, { chosen: ['other'] }, false],
    ['a point of the scale', scale, 5, true],
    ['a point beyond the scale', scale, 6, false],
    ['half a point', scale, 1.5, false],
    ['a number', question({ type: 'number' }), -3.25, true],
    ['a number as a text', question({ type: 'number' }), '3', false],
    ['yes', question({ type: 'yes_no' }), true, true],
    ['a short text', question({ type: 'short_text' }), 'x'.repeat(200), true],
    ['a text that is too long', question({ type: 'short_text' }), 'x'.repeat(201), false],
    ['2,000 emoji', question({ type: 'long_text' }), '🦩'.repeat(2000), true],
    ['an empty text', question({ type: 'long_text' }), ' \u200b ', false],
    ['ten items', set('sus'), [1, 2, 3, 4, 5, 1, 2, 3, 4, null], true],
    ['nine items', set('sus'), [1, 2, 3, 4, 5, 1, 2, 3, 4], false],
    ['0 of 10', set('nps'), [0], true],
    ['11 of 10', set('nps'), [11], false],
    ['8 of 7', set('umux_lite'), [8, 1], false],
  ];
  it.each(cases)('%s', (...[, step, answer, isTaken]) => {
    expect(answerSchema(step).safeParse(answer).success).toBe(isTaken);
  });

  it('loses the characters that cannot be stored, and retains its directions and emoji', () => {
    const schema = answerSchema(question({ type: 'long_text' }));
    expect(schema.parse('a\u0000b\u0007\ud800c\u202e \n👩‍🚀')).toBe('abc\u202e \n👩‍🚀');
  });
});

it.each<[AnswerStep, StepAnswer | null, string[] | number | null]>([
  [several, { chosen: ['a', 'other'], other: 'Mine' }, ['a', 'other']],
  [scale, 4, 4],
  [question({ type: 'yes_no' }), false, ['no']],
  [question({ type: 'short_text' }), 'Words', []],
  [set('seq'), [6], 6],
  [set('sus'), Array(10).fill(3), []],
  [scale, null, null],
])('a condition reads of %j: %j → %j', (step, answer, given) => {
  const { words, number } = givenBy(step, answer) ?? {};
  expect(number ?? words ?? null).toEqual(given);
});
