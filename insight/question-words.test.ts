// Answers in words, as a recording's page and headings have them.
import { expect, it } from 'vitest';
import type { StepAnswer } from '#contract/step-answers.ts';
import type { PanelStep } from '#contract/steps.ts';
import { answerInWords, hasFewAnswers } from './question-words.ts';

const options = ['daily', 'weekly'].map((id) => ({ id, text: `Each ${id}` }));
const question = (form: Extract<PanelStep, { kind: 'question' }>['form']): PanelStep => ({
  ...{ number: 1, kind: 'question', question: 'How?', help: '', isRequired: true, form },
});
const set = (name: 'sus' | 'nps' | 'umux_lite'): PanelStep => ({
  ...{ number: 1, kind: 'set', set: name, isRequired: true },
});
const choice = question({ type: 'several', options, shuffled: false, other: true, none: true });

it.each<[PanelStep, StepAnswer, string]>([
  [choice, { chosen: ['weekly', 'other'], other: 'Mine' }, 'Each weekly, Other: Mine'],
  [choice, { chosen: ['other'] }, 'Other'],
  [choice, { chosen: ['none'] }, 'None of these'],
  [choice, { chosen: ['gone'] }, 'gone'],
  [question({ type: 'scale', points: 7, low: '', high: '' }), 6, '6 of 7'],
  [question({ type: 'number' }), 3.5, '3.5'],
  [question({ type: 'yes_no' }), false, 'No'],
  [question({ type: 'long_text' }), 'A\nB', 'A\nB'],
  [set('nps'), [9], '9 of 10'],
  [set('umux_lite'), [7, 4], '7, 4 (score 75 of 100)'],
  [set('sus'), [5, 1, 5, 1, 5, 1, 5, 1, 5, null], '5, 1, 5, 1, 5, 1, 5, 1, 5, –'],
])('%j %j → %s', (...[step, answer, words]) => {
  expect(answerInWords(step, answer)).toBe(words);
});

it.each<[PanelStep, boolean]>([
  [choice, true],
  [question({ type: 'scale', points: 5, low: '', high: '' }), true],
  [question({ type: 'yes_no' }), true],
  [question({ type: 'number' }), false],
  [question({ type: 'short_text' }), false],
  [question({ type: 'long_text' }), false],
  [set('nps'), true],
  [set('sus'), false],
])('%j has answers that a list can offer: %s', (step, hasFew) => {
  expect(hasFewAnswers(step)).toBe(hasFew);
});
