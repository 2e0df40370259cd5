// Table test: a digit that is pressed on a panel → what it chooses, and where the focus goes.
import { expect, it } from 'vitest';
import type { QuestionForm } from '#contract/questions.ts';
import type { AnswerStep } from '#contract/steps.ts';
import { emptyDraft, type PanelDraft } from './panel-draft.ts';
import { chooseByDigit } from './panel-keys.ts';

const question = (form: QuestionForm): AnswerStep => ({
  number: 1,
  kind: 'question',
  question: '',
  help: '',
  isRequired: true,
  form,
});
const set = (name: 'sus' | 'nps'): AnswerStep => ({
  number: 1,
  kind: 'set',
  set: name,
  isRequired: true,
});
const options = ['a', 'b'].map((id) => ({ id, text: id }));
const choice = { options, shuffled: false, other: true, none: false };
const scale = question({ type: 'scale', points: 5, low: '', high: '' });
const nothing = { focusedItem: null, isAfterOne: false };

it.each<
  [
    string,
    AnswerStep,
    Partial<PanelDraft>,
    number,
    Partial<typeof nothing> | { focusedItem: number },
    object | null,
  ]
>([
  [
    'an option',
    question({ type: 'single', ...choice }),
    {},
    2,
    {},
    { value: 'b', draft: { chosen: ['b'] } },
  ],
  ['other', question({ type: 'single', ...choice }), {}, 3, {}, { value: 'other' }],
  ['no option', question({ type: 'single', ...choice }), {}, 4, {}, null],
  ['0 of options', question({ type: 'single', ...choice }), {}, 0, {}, null],
  [
    'one more of several',
    question({ type: 'several', ...choice }),
    { chosen: ['a'] },
    2,
    {},
    { draft: { chosen: ['a', 'b'] } },
  ],
  ['a scale', scale, {}, 5, {}, { item: 0, value: '5', draft: { items: [5] } }],
  ['beyond a scale', scale, {}, 6, {}, null],
  ['below a scale', scale, {}, 0, {}, null],
  ['no', question({ type: 'yes_no' }), {}, 2, {}, { draft: { chosen: ['no'] } }],
  ['a text', question({ type: 'long_text' }), {}, 1, {}, null],
  [
    'the first open item',
    set('sus'),
    { items: [3] },
    4,
    {},
    { item: 2, value: null, draft: { items: [3, 4] } },
  ],
  [
    'the item with the focus',
    set('sus'),
    { items: [3, 3] },
    4,
    { focusedItem: 0 },
    { item: 1, draft: { items: [4, 3] } },
  ],
  ['the last item', set('sus'), {}, 4, { focusedItem: 9 }, { item: 9, value: '4' }],
  ['zero', set('nps'), {}, 0, {}, { value: '0', draft: { items: [0] } }],
  [
    'ten',
    set('nps'),
    { items: [1] },
    0,
    { isAfterOne: true },
    { value: '10', draft: { items: [10] } },
  ],
])('%s', (...[, step, draft, digit, more, expected]) => {
  const state = { step, sessionId: 's', draft: { ...emptyDraft, ...draft } };
  const chosen = chooseByDigit(state, digit, { ...nothing, ...more });
  if (expected === null) expect(chosen).toBeNull();
  else expect(chosen).toMatchObject(expected);
});
