// Questions, sets and texts among the steps of a test: stored as they were sent, refused with the field's name.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Test } from '#contract/tests.ts';
import { startTestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';

let owner: TestClient;
let app: Awaited<ReturnType<typeof startTestApp>>;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
});

const figmaUrl = 'https://shop.example.com/';
const task = { kind: 'task', task: 'Buy', figmaUrl };
const choice = { type: 'single', shuffled: false, other: false, none: false };
const often = (texts: readonly string[], more: object = {}) => ({
  ...{ kind: 'question', question: 'How often?', ...more },
  form: { ...choice, options: texts.map((text) => ({ text })) },
});
const daysOf = (ids: readonly string[]) => ids.map((id) => ({ id, text: `On ${id} days` }));
const form = (steps: readonly unknown[], more: object = {}) => ({
  ...{ name: 'Shop', task: 'Buy', figmaUrl, steps },
  ...more,
});
const create = async (steps: readonly unknown[]) =>
  successBody<Test>(await owner.post('/api/tests', form(steps)));
const fieldsOf = async (steps: readonly unknown[]) => {
  const { status, body } = await owner.post('/api/tests', form(steps));
  return status === 400 ? body.fields : status;
};

describe('a test with questions', () => {
  it('is stored as it was sent, its options have ids, and its first task is its task', async () => {
    const scale = { type: 'scale', points: 7, low: 'Hard', high: 'Easy' };
    const steps = [
      often(['Daily', 'Weekly'], { help: 'In a shop.' }),
      task,
      { kind: 'set', set: 'sus', isRequired: false },
      {
        kind: 'question',
        question: 'How was it?',
        form: scale,
        shownWhen: { at: 2, is: ['stuck'] },
      },
      { kind: 'text', text: 'Thank *you*.' },
    ];
    const test = await create(steps);
    expect(test).toMatchObject({ task: 'Buy', figmaUrl });
    const id = expect.stringMatching(/^[a-z0-9]{10}$/);
    expect(test.steps).toEqual([
      {
        ...{ number: 1, kind: 'question', question: 'How often?', help: 'In a shop.' },
        isRequired: true,
        form: {
          ...choice,
          options: [
            { id, text: 'Daily' },
            { id, text: 'Weekly' },
          ],
        },
      },
      { number: 2, ...task, goal: null, asks: ['did_it', 'ease', 'helped'] },
      { number: 3, ...{ kind: 'set', set: 'sus', isRequired: false } },
      {
        ...{ number: 4, kind: 'question', question: 'How was it?', help: '', isRequired: true },
        form: scale,
        shownWhen: { step: 2, is: ['stuck'] },
      },
      { number: 5, kind: 'text', text: 'Thank *you*.' },
    ]);
  });

  it('stays the same when it is sent back, and has another revision for another question', async () => {
    const test = await create([often(['Daily', 'Weekly']), task]);
    const { number, createdAt } = test.revision;
    const same = await owner.put(`/api/tests/${test._id}`, form(test.steps ?? []));
    expect(successBody<Test>(same).steps).toEqual(test.steps);
    expect(successBody<Test>(same).revision).toMatchObject({ number, createdAt });
    const [question, buy] = test.steps ?? [];
    const optional = [{ ...question, isRequired: false }, buy];
    const after = successBody<Test>(await owner.put(`/api/tests/${test._id}`, form(optional)));
    expect(after.revision._id).not.toBe(test.revision._id);
    expect(after.steps?.map((step) => step.number)).toEqual([1, 2]);
  });

  it('retains the id of an option whose text stays, and of one that is sent with its id', async () => {
    const test = await create([often(['Daily', 'Weekly', 'Never']), task]);
    const optionsOf = ({ steps }: Test) => {
      const [first] = steps ?? [];
      return first?.kind === 'question' && 'options' in first.form ? first.form.options : [];
    };
    const [daily, weekly] = optionsOf(test);
    const options = [{ text: 'Hourly' }, { id: weekly?.id, text: 'Each week' }, { text: 'Daily' }];
    const changed = { ...often([]), number: 1, form: { ...choice, options } };
    const after = successBody<Test>(
      await owner.put(`/api/tests/${test._id}`, form([changed, { ...task, number: 2 }])),
    );
    expect(optionsOf(after)).toEqual([
      { id: expect.any(String), text: 'Hourly' },
      { id: weekly?.id, text: 'Each week' },
      { id: daily?.id, text: 'Daily' },
    ]);
  });

  it('is known to participants without more than its own steps', async () => {
    const test = await create([often(['Daily']), task]);
    const { steps } = successBody<{ steps: unknown[] }>(
      await app.anyone.get(`/api/link/${test.uniqueId}`),
    );
    expect(steps).toMatchObject([
      { number: 1, kind: 'question', panel: test.steps?.[0] },
      { number: 2, kind: 'task' },
    ]);
  });
});

describe('refused', () => {
  const at0 = expect.any(String);
  it.each<[string, unknown[], unknown]>([
    ['no task', [often(['Daily'])], { steps: at0 }],
    [
      'no option',
      [often([]), task],
      { 'steps.0.form.options': 'A choice needs at least one option.' },
    ],
    [
      '200 options',
      [often(Array.from({ length: 200 }, (_, at) => `${at}`)), task],
      { 'steps.0.form.options': at0 },
    ],
    [
      'the same words twice',
      [often(['Daily', 'DAILY ']), task],
      { 'steps.0.form.options': 'Two options have the same words.' },
    ],
    [
      'the same words with other spaces and marks',
      [often(['Every day', 'Every\u00a0day\u200b']), task],
      { 'steps.0.form.options': 'Two options have the same words.' },
    ],
    [
      'a control in the words of an option',
      [often(['Daily\u0000']), task],
      { 'steps.0.form.options.0.text': at0 },
    ],
    [
      'an option of marks alone',
      [often(['\u202e\u200b']), task],
      { 'steps.0.form.options.0.text': at0 },
    ],
    [
      'a reserved id',
      [{ ...often([]), form: { ...choice, options: [{ id: 'none', text: 'A' }] } }, task],
      { 'steps.0.form.options.0.id': at0 },
    ],
    ['an unknown kind', [{ kind: 'dance' }, task], { 'steps.0.kind': at0 }],
    [
      'a condition on a later step',
      [{ ...often(['Daily']), shownWhen: { at: 2, is: ['done'] } }, task],
      { 'steps.0.shownWhen': 'A condition can only be on an earlier step.' },
    ],
    [
      'a condition on itself',
      [task, { ...often(['Daily']), shownWhen: { at: 2, is: ['x'] } }],
      { 'steps.1.shownWhen': at0 },
    ],
    [
      'a condition on an unknown option',
      [
        { ...often([]), form: { ...choice, options: [{ id: 'a', text: 'A' }] } },
        { ...task, shownWhen: { at: 1, is: ['b'] } },
      ],
      { 'steps.1.shownWhen': 'The condition names an answer that the step no longer has.' },
    ],
    [
      'a text of 2,001 characters',
      [task, { kind: 'text', text: 'x'.repeat(2001) }],
      { 'steps.1.text': at0 },
    ],
  ])('%s', async (_, steps, fields) => {
    expect(await fieldsOf(steps)).toEqual(fields);
  });

  it('a condition on an option that an edit deletes, until the condition changes too', async () => {
    const test = await create([
      { ...often([]), form: { ...choice, options: daysOf(['daily', 'weekly']) } },
      { ...task, shownWhen: { at: 1, is: ['daily'] } },
    ]);
    const [before, buy] = test.steps ?? [];
    const edited = { ...before, form: { ...choice, options: daysOf(['weekly', 'never']) } };
    const edit = (step: unknown) => owner.put(`/api/tests/${test._id}`, form([edited, step]));
    const { status, body } = await edit(buy);
    const sentence = 'The condition names an answer that the step no longer has.';
    expect([status, body.fields]).toEqual([400, { 'steps.1.shownWhen': sentence }]);
    const after = successBody<Test>(await edit({ ...buy, shownWhen: { step: 1, is: ['never'] } }));
    expect(after.steps?.[1]?.shownWhen).toEqual({ step: 1, is: ['never'] });
    expect(after.revision._id).not.toBe(test.revision._id);
  });

  const scale = {
    kind: 'question',
    question: 'How?',
    form: { type: 'scale', points: 5, low: '', high: '' },
  };
  it.each([
    ['kind', often(['Daily']), { kind: 'text', text: 'Hello' }],
    ['form', often(['Daily']), { ...scale }],
    ['scale', scale, { ...scale, form: { ...scale.form, points: 7 } }],
    ['set', { kind: 'set', set: 'seq' }, { kind: 'set', set: 'nps' }],
  ])('a step that has another %s under its number', async (...[, before, after]) => {
    const test = await create([before, task]);
    const steps = [
      { number: 1, ...after },
      { ...task, number: 2 },
    ];
    const { status, body } = await owner.put(`/api/tests/${test._id}`, form(steps));
    const sentence = 'Step 1 has answers of another kind. Add a new step instead.';
    expect([status, body.fields]).toEqual([400, { 'steps.0.number': sentence }]);
  });
});
