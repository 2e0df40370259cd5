// Table tests: what is typed and chosen on a panel → the answer, or what is missing.
import { describe, expect, it } from 'vitest';
import type { QuestionForm } from '#contract/questions.ts';
import type { AnswerStep } from '#contract/steps.ts';
import {
  emptyDraft,
  type PanelDraft,
  readDraft,
  readNumber,
  withItem,
  withOption,
} from './panel-draft.ts';

const question = (form: QuestionForm, isRequired = true): AnswerStep => ({
  number: 1,
  kind: 'question',
  question: '',
  help: '',
  isRequired,
  form,
});
const options = ['a', 'b'].map((id) => ({ id, text: id }));
const choice = { options, shuffled: false, other: true, none: true };
const single = { type: 'single', ...choice } as const;
const several = { type: 'several', ...choice } as const;
const scale = { type: 'scale', points: 5, low: '', high: '' } as const;

it.each<[string, QuestionForm, Partial<PanelDraft>, unknown]>([
  ['an option', single, { chosen: ['b'] }, { chosen: ['b'] }],
  ['other', single, { chosen: ['other'], text: ' mine ' }, { chosen: ['other'], other: 'mine' }],
  [
    'a text of other that is no longer chosen',
    single,
    { chosen: ['a'], text: 'x' },
    { chosen: ['a'] },
  ],
  ['several', several, { chosen: ['a', 'b'] }, { chosen: ['a', 'b'] }],
  ['a scale', scale, { items: [5] }, 5],
  ['yes', { type: 'yes_no' }, { chosen: ['yes'] }, true],
  ['no', { type: 'yes_no' }, { chosen: ['no'] }, false],
  ['a number', { type: 'number' }, { text: '3,5' }, 3.5],
  ['a text', { type: 'short_text' }, { text: ' hi ' }, 'hi'],
  ['emoji', { type: 'long_text' }, { text: '🌱'.repeat(2000) }, '🌱'.repeat(2000)],
  ['control characters', { type: 'long_text' }, { text: 'a\u0000b' }, 'ab'],
])('%s', (...[, form, draft, answer]) => {
  expect(readDraft(question(form), { ...emptyDraft, ...draft })).toEqual({ answer });
});

it.each<[string, QuestionForm, Partial<PanelDraft>, string]>([
  ['no option', single, {}, 'Please choose an answer.'],
  ['other without words', several, { chosen: ['other'], text: ' ' }, 'Please write your answer'],
  ['an option of another revision', single, { chosen: ['z'] }, 'Please choose an answer.'],
  ['no number of a scale', scale, {}, 'Please choose a number.'],
  ['neither yes nor no', { type: 'yes_no' }, {}, 'Please choose yes or no.'],
  ['no number', { type: 'number' }, {}, 'Please type a number.'],
  ['words', { type: 'number' }, { text: 'ten' }, 'such as 12 or 3.5'],
  ['too large a number', { type: 'number' }, { text: '9'.repeat(13) }, 'smaller number'],
  ['spaces', { type: 'short_text' }, { text: ' \n' }, 'Please write an answer.'],
  [
    'nothing that is visible',
    { type: 'short_text' },
    { text: '\u200b' },
    'Please write an answer.',
  ],
  ['too long a text', { type: 'short_text' }, { text: 'a'.repeat(201) }, 'at most 200'],
  ['too long a text', { type: 'long_text' }, { text: '🌱'.repeat(2001) }, 'at most 2000'],
])('what is missing: %s', (...[, form, draft, text]) => {
  const read = readDraft(question(form), { ...emptyDraft, ...draft });
  expect('problem' in read && read.problem.text).toContain(text);
});

it.each([
  single,
  several,
  scale,
  { type: 'yes_no' },
  { type: 'number' },
  { type: 'long_text' },
] as const)('an optional $type needs no answer', (form) =>
  expect(readDraft(question(form, false), emptyDraft)).toEqual({ answer: null }),
);

describe('a set', () => {
  const sus = (isRequired: boolean): AnswerStep => ({
    number: 1,
    kind: 'set',
    set: 'sus',
    isRequired,
  });
  const items = [1, 2, null, 4, 5, 1, 2, 3, 4, 5];
  it.each<[string, boolean, (number | null)[], unknown]>([
    ['names the first item that is missing', true, items, { problem: { item: 2 } }],
    ['names the first of all', true, [], { problem: { item: 0 } }],
    [
      'is complete',
      true,
      items.map((item) => item ?? 3),
      { answer: items.map((item) => item ?? 3) },
    ],
    ['may have gaps where it is optional', false, items, { answer: items }],
    ['may be empty where it is optional', false, [], { answer: null }],
  ])('%s', (...[, isRequired, given, expected]) => {
    expect(readDraft(sus(isRequired), { ...emptyDraft, items: given })).toMatchObject(
      expected as object,
    );
  });
});

it('none of these stands alone', () => {
  const press = (...ids: string[]) =>
    ids.reduce((draft, id) => withOption(draft, id, true), emptyDraft).chosen;
  expect(press('a', 'b')).toEqual(['a', 'b']);
  expect(press('a', 'b', 'a')).toEqual(['b']);
  expect(press('a', 'other', 'none')).toEqual(['none']);
  expect(press('none', 'b')).toEqual(['b']);
  expect(withOption(withOption(emptyDraft, 'a', false), 'b', false).chosen).toEqual(['b']);
});

it('an item is answered in any order', () => {
  const draft = withItem(withItem(emptyDraft, 2, 5), 0, 1);
  expect(draft.items).toEqual([1, null, 5]);
});

it.each([
  ['12', 12],
  [' 3.5 ', 3.5],
  ['3,5', 3.5],
  ['0,125', 0.125],
  ['12,500', 12_500],
  ['1,250,000.75', 1_250_000.75],
  ['12 500', 12_500],
  ['12’500', 12_500],
  ['−4', -4],
  ['+4', 4],
  ['.5', 0.5],
  ['５０', 50],
  ['1.2.3', null],
  ['1,2,3', null],
  ['1e5', null],
  ['', null],
  ['10 €', null],
  ['Infinity', null],
])('the number %j', (text, number) => {
  expect(readNumber(text)).toBe(number);
});
