// The request of the form of a test, the kind of a change, and the merge with a change of another member.
import { describe, expect, it } from 'vitest';
import type { DescribedHost } from '#contract/prototypes.ts';
import type { Step, TaskStep } from '#contract/steps.ts';
import { testInput } from '#contract/test-inputs.ts';
import {
  draftOfValues,
  newQuestion,
  newSet,
  newTask,
  newText,
  type StepValues,
  stepsOfValues,
  type TestValues,
  testResolver,
  valuesOfDraft,
} from '#web/entities/test/form-values.ts';
import { conditionText, stepText } from '#web/entities/test/step-text.ts';
import { newDraft } from './goal-draft.ts';
import { isChangedTest, stepsChange, testBody, valuesOfTest } from './test-changes.ts';

const hosts: DescribedHost[] = [];
const PAGE = 'https://example.com/shop';
const asks = newDraft.asks;

function step(number: number, task: string, goal: TaskStep['goal'] = null): TaskStep {
  return { number, kind: 'task', task, figmaUrl: PAGE, goal, asks };
}

const [a, b] = [step(1, 'A', { kind: 'judged' }), step(2, 'B')];
const [daily, never] = [
  { id: 'daily', text: 'Daily' },
  { id: 'never', text: 'Never' },
];
const often: Step = {
  number: 4,
  kind: 'question',
  question: 'How often?',
  help: '',
  isRequired: true,
  form: { type: 'single', options: [daily, never], shuffled: false, other: false, none: false },
};
const sus: Step = {
  number: 5,
  kind: 'set',
  set: 'sus',
  isRequired: true,
  shownWhen: { step: 4, is: ['daily'] },
};
const thanks: Step = { number: 6, kind: 'text', text: 'Thank you.' };

const valuesOf = (...steps: Step[]) => valuesOfTest({ name: 'Shop', steps });
const withSteps = (values: TestValues, change: (steps: StepValues[]) => StepValues[]) => ({
  ...values,
  steps: change([...values.steps]),
});
/** Fields of one step as they would be typed. */
const typed = (values: TestValues, at: number, fields: object) =>
  withSteps(values, (steps) =>
    steps.map((one, place) => (place === at ? { ...one, ...fields } : one)),
  );
const texts = ({ steps }: TestValues) =>
  steps.map((one, at) => {
    const stored = stepsOfValues(steps)[at];
    return `${one.number} ${stored && stepText(stored)}`;
  });

describe('the request', () => {
  it('of one task has no list, new and as it stays', () => {
    const fresh = { name: 'Shop', steps: [newTask({ task: ' A ', figmaUrl: PAGE })] };
    const fields = { name: 'Shop', task: 'A', figmaUrl: PAGE };
    expect(testBody(fresh, [], hosts)).toEqual({ ...fields, goal: { kind: 'judged' }, asks });
    expect(testBody(valuesOf(a), [a], hosts)).toEqual(fields);
  });

  it('of several names those that stay, and only changed goals', () => {
    const judged = { ...newDraft, choice: 'judged' as const };
    const values = withSteps(typed(valuesOf(a, b), 1, { goal: judged }), ([first, second]) =>
      [second, newTask({ task: 'D', figmaUrl: PAGE }), first].flatMap((one) => one ?? []),
    );
    const common = { kind: 'task', figmaUrl: PAGE };
    expect(testBody(values, [a, b], hosts)).toEqual({
      name: 'Shop',
      task: 'B',
      figmaUrl: PAGE,
      steps: [
        { ...common, number: 2, task: 'B', goal: { kind: 'judged' } },
        { ...common, task: 'D', goal: { kind: 'judged' }, asks },
        { ...common, number: 1, task: 'A' },
      ],
    });
  });

  it('has a list when one of several is left, or another one took the only place', () => {
    const left = withSteps(valuesOf(a, b), (steps) => steps.slice(1));
    expect(testBody(left, [a, b], hosts).steps).toHaveLength(1);
    const other = { name: 'Shop', steps: [newTask({ task: 'D', figmaUrl: PAGE })] };
    expect(testBody(other, [a], hosts).steps).toMatchObject([{ task: 'D' }]);
  });
});

describe('the request of a test with questions', () => {
  const stored = [a, often, sus, thanks];

  it('has all of them as they are stored, and their conditions by place', () => {
    const { steps } = testBody(valuesOf(...stored), stored, hosts);
    expect(steps).toEqual([
      { number: 1, kind: 'task', task: 'A', figmaUrl: PAGE },
      often,
      { ...sus, shownWhen: { at: 2, is: ['daily'] } },
      thanks,
    ]);
    expect(stepsChange(valuesOf(...stored), stored)).toBe('none');
  });

  it('has no option without a word, and follows a step that moved', () => {
    const blank = { ...often.form, options: [daily, { id: 'o1', text: ' ' }, never] };
    const values = withSteps(typed(valuesOf(...stored), 1, { form: blank }), (steps) =>
      [steps[1], steps[0], steps[2]].flatMap((one) => one ?? []),
    );
    const { steps, task } = testBody(values, stored, hosts);
    expect(task).toBe('A');
    expect(steps).toMatchObject([often, { number: 1 }, { shownWhen: { at: 1, is: ['daily'] } }]);
  });

  it('of a new question names new options by ids that the contract takes', async () => {
    const question = { ...newQuestion('several'), question: 'Which?' };
    const options = 'options' in question.form ? question.form.options : [];
    const form = {
      ...question.form,
      options: options.map((one, at) => ({ ...one, text: `${at}` })),
    };
    const on = { on: question.key, isNot: [options[0]?.id ?? ''] };
    const values = {
      name: 'Shop',
      steps: [
        newTask({ task: 'A', figmaUrl: PAGE }),
        { ...question, form },
        { ...newSet('nps'), shownWhen: on },
      ],
    } as TestValues;
    expect(testInput.safeParse(testBody(values, [], hosts)).error).toBeUndefined();
    expect(await checked(values)).toEqual({});
    expect(conditionText(stepsOfValues(values.steps), 2)).toBe(
      'Shown only if Question 1 is not “0”',
    );
  });

  it('is checked as the contract checks it, each error at its field', async () => {
    const values = {
      name: 'Shop',
      steps: [newTask({ figmaUrl: PAGE }), newText(), newQuestion('single')],
    };
    expect(await checked(values)).toMatchObject({
      steps: [
        { task: { message: 'Task is required' } },
        { text: { message: 'Text is required' } },
        {
          question: { message: 'Question is required' },
          form: { options: { message: 'A choice needs at least one option.' } },
        },
      ],
    });
    expect(await checked({ name: 'Shop', steps: [newSet('sus')] })).toMatchObject({
      steps: { message: 'A test needs at least one task.' },
    });
  });

  async function checked(values: TestValues) {
    const { errors } = await testResolver(values, undefined, {
      fields: {},
      shouldUseNativeValidation: false,
    });
    return errors;
  }
});

describe('a draft', () => {
  const read = (values: TestValues) =>
    valuesOfDraft(JSON.parse(JSON.stringify(draftOfValues(values))));
  const sent = (values: TestValues) => testBody(values, [], hosts);

  it('has every step with its condition, under its key', () => {
    const fresh = ({ steps, name }: TestValues) => ({
      name,
      steps: steps.map((one) => ({ ...one, number: null })),
    });
    const values = fresh(valuesOf(a, often, sus, thanks));
    const back = read(values);
    expect(sent(back)).toEqual(sent(values));
    expect(back.steps.map(({ key }) => key)).toEqual(values.steps.map(({ key }) => key));
    const unfinished = { name: '', steps: [newTask(), newQuestion('scale')] };
    expect(sent(read(unfinished))).toEqual(sent(unfinished));
  });

  it('of one task has the fields of the specification alone, and so does one with unreadable steps', () => {
    const values = { name: 'Shop', steps: [newTask({ task: 'A', figmaUrl: PAGE })] };
    expect(draftOfValues(values)).toEqual({ name: 'Shop', task: 'A', figmaUrl: PAGE });
    const broken = { ...draftOfValues(values), steps: [{ kind: 'dance' }] };
    expect(texts(valuesOfDraft(broken))).toEqual(['null A']);
  });
});

describe('a change of questions', () => {
  const stored = [a, often, sus, thanks];
  const values = valuesOf(...stored);
  const options = (...options: object[]) => ({ form: { ...often.form, options } });
  const cases: [string, TestValues, ReturnType<typeof stepsChange>][] = [
    ['of blanks', typed(values, 1, { question: ' How often? ' }), 'none'],
    ['of a question', typed(values, 1, { question: 'How often, really?' }), 'text'],
    ['of a text', typed(values, 3, { text: 'Thanks.' }), 'text'],
    ['of a text and a link', typed(typed(values, 3, { text: 'T' }), 0, { figmaUrl: 'x' }), 'link'],
    ['of the help text', typed(values, 1, { help: 'A guess is fine.' }), 'order'],
    ['of whether it is required', typed(values, 2, { isRequired: false }), 'order'],
    ['of an option', typed(values, 1, options({ ...daily, text: 'Every day' }, never)), 'order'],
    ['of the order of options', typed(values, 1, options(never, daily)), 'order'],
    ['of the condition', typed(values, 2, { shownWhen: null }), 'order'],
    [
      'of nothing by an empty option',
      typed(values, 1, options(daily, never, { id: 'o', text: '' })),
      'none',
    ],
  ];
  it.each(cases)('%s', (_name, changed, kind) => {
    expect(stepsChange(changed, stored)).toBe(kind);
    expect(isChangedTest(changed, { name: 'Shop', steps: stored }, hosts)).toBe(kind !== 'none');
  });
});

describe('a change', () => {
  const values = valuesOf(a, b);
  const cases: [string, TestValues, [ReturnType<typeof stepsChange>, boolean]][] = [
    ['of nothing', values, ['none', false]],
    ['of blanks', typed(values, 0, { task: ' A ' }), ['none', false]],
    ['of the name', { ...values, name: 'Store' }, ['none', true]],
    ['of a goal', typed(values, 0, { goal: { ...newDraft, choice: 'none' } }), ['none', true]],
    [
      'of a goal to itself',
      typed(values, 0, { goal: { ...newDraft, choice: 'judged' } }),
      ['none', false],
    ],
    ['of a text', typed(values, 1, { task: 'B, please' }), ['text', true]],
    ['of a link', typed(values, 1, { task: 'B!', figmaUrl: `${PAGE}/2` }), ['link', true]],
    ['of the order', withSteps(values, (steps) => steps.reverse()), ['order', true]],
    ['by a task more', withSteps(values, (steps) => [...steps, newTask()]), ['order', true]],
    ['by a task less', withSteps(values, (steps) => steps.slice(1)), ['order', true]],
  ];
  it.each(cases)('%s', (_name, changed, [kind, isChanged]) => {
    expect(stepsChange(changed, [a, b])).toBe(kind);
    expect(isChangedTest(changed, { name: 'Shop', steps: [a, b] }, hosts)).toBe(isChanged);
  });
});
