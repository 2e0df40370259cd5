// Several steps of one test: saved in their order, each with a number of its own; refusals name the field.
import { beforeAll, describe, expect, it } from 'vitest';
import type { TaskInput } from '#contract/step-inputs.ts';
import { isTask, type PanelStep, type TaskStep } from '#contract/steps.ts';
import type { Test, TestRevision } from '#contract/tests.ts';
import { startTestApp } from '#testing/app.ts';
import { successBody, type TestClient } from '#testing/client.ts';
import { startSession } from '#testing/participant.ts';

let owner: TestClient;
let app: Awaited<ReturnType<typeof startTestApp>>;
let prototype: string;

beforeAll(async () => {
  app = await startTestApp({ sample: true });
  owner = await app.signIn('owner@example.com', { company: 'Acme' });
  prototype = app.parts.samplePrototypeUrl ?? '';
});

const PAGE = 'https://shop.example.com/';
const task = (text: string, more: Partial<TaskInput> = {}): TaskInput => ({
  kind: 'task',
  task: text,
  figmaUrl: PAGE,
  ...more,
});

/** The body of a form with these steps. */
function form(steps: readonly TaskInput[], more: object = {}) {
  const [first] = steps;
  return { name: 'Shop', task: first?.task, figmaUrl: first?.figmaUrl, steps, ...more };
}

const create = async (steps: readonly TaskInput[]) =>
  successBody<Test>(await owner.post('/api/tests', form(steps)));
const save = (test: Test, steps: readonly TaskInput[], more: object = {}) =>
  owner.put(`/api/tests/${test._id}`, form(steps, more));
const inputOf = ({ number, kind, task, figmaUrl }: TaskStep): TaskInput => ({
  number,
  kind,
  task,
  figmaUrl,
});
const stepsOf = ({ steps }: Test) => steps?.filter(isTask) ?? [];
type Brief = { number: number; kind: 'task'; task: string } | { kind: PanelStep['kind'] };
const briefOf = ({ steps }: { steps?: readonly Brief[] | undefined }) =>
  steps?.filter(isTask).map(({ number, task }) => `${number} ${task}`);
const revisionsOf = async (test: Test) =>
  successBody<{ revisions: TestRevision[] }>(await owner.get(`/api/tests/${test._id}/revisions`))
    .revisions;

describe('a test with several tasks', () => {
  it('has them in their order, and its first is the task that other clients know', async () => {
    const judged = { kind: 'judged' as const };
    const test = await create([
      task('Find', { figmaUrl: prototype, goal: judged }),
      task('Order', { asks: ['ease'] }),
    ]);
    expect(test).toMatchObject({ task: 'Find', figmaUrl: prototype, goal: judged });
    expect(test.steps).toEqual([
      { number: 1, ...task('Find', { figmaUrl: prototype, goal: judged }), asks: test.asks },
      { number: 2, ...task('Order', { goal: null }), asks: ['ease'] },
    ]);
    const link = successBody<{ steps: object[] }>(await owner.get(`/api/link/${test.uniqueId}`));
    expect(link.steps).toMatchObject([
      { number: 1, task: 'Find', embed: { kind: 'prototype' } },
      { number: 2, task: 'Order', embed: { kind: 'page', src: PAGE }, asks: ['ease'] },
    ]);
    expect(JSON.stringify(link)).not.toContain('judged');
  });

  it('keeps the number of a step that moves, and never uses that of a deleted one again', async () => {
    const test = await create([task('A'), task('B'), task('C')]);
    await startSession(owner, test);
    const [a, b, c] = stepsOf(test).map(inputOf);
    if (!a || !b || !c) throw new Error('three steps');
    const moved = successBody<Test>(await save(test, [c, a]));
    expect([moved.revision.number, briefOf(moved)]).toEqual([2, ['3 C', '1 A']]);
    const added = successBody<Test>(await save(test, [task('D'), a]));
    expect(briefOf(added)).toEqual(['4 D', '1 A']);
    const again = successBody<Test>(await save(test, [task('E'), a]));
    // Revision 3 never ran, so it is replaced; its numbers are used up all the same.
    expect([again.revision.number, briefOf(again)]).toEqual([2, ['5 E', '1 A']]);
    expect((await revisionsOf(test)).map(briefOf)).toEqual([
      ['5 E', '1 A'],
      ['1 A', '2 B', '3 C'],
    ]);
    const gone = await save(test, [a, b]);
    expect([gone.status, gone.body.fields]).toEqual([
      400,
      { 'steps.1.number': 'This test has no step 2.' },
    ]);
  });

  it('is saved again as it came, and with one task also with another text', async () => {
    const several = await create([task('A', { goal: { kind: 'judged' } }), task('B')]);
    const same = successBody<Test>(await owner.put(`/api/tests/${several._id}`, several));
    expect(same.revision).toEqual(several.revision);
    const single = await create([task('A')]);
    expect(single).not.toHaveProperty('steps');
    const changed = { ...single, task: 'Another' };
    const after = successBody<Test>(await owner.put(`/api/tests/${single._id}`, changed));
    expect(after.task).toBe('Another');
    const refused = await owner.put(`/api/tests/${several._id}`, { ...several, task: 'Another' });
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['task']]);
  });

  it('is changed in its first task by a client that knows one', async () => {
    const test = await create([task('A'), task('B')]);
    const body = { name: 'Shop', task: 'A, please', figmaUrl: PAGE };
    const after = successBody<Test>(await owner.put(`/api/tests/${test._id}`, body));
    expect(briefOf(after)).toEqual(['1 A, please', '2 B']);
  });

  it('changes goals and corrects texts without a new revision', async () => {
    const test = await create([task('A'), task('B'), task('C')]);
    await startSession(owner, test);
    const [a, b, c] = stepsOf(test).map(inputOf);
    if (!a || !b || !c) throw new Error('three steps');
    const goal = { kind: 'judged' as const };
    const steps = [{ ...a, goal }, { ...b, task: 'B, please' }, c];
    const after = successBody<Test>(await save(test, steps, { saveAs: 'correction' }));
    expect([after.revision._id, briefOf(after)]).toEqual([
      test.revision._id,
      ['1 A', '2 B, please', '3 C'],
    ]);
    expect(stepsOf(after).map((step) => step.goal)).toEqual([goal, null, null]);
    const [revision] = await revisionsOf(test);
    expect(revision?.corrections).toMatchObject([{ step: 2, before: 'B', after: 'B, please' }]);
    const moved = await save(test, [b, a, c], { saveAs: 'correction' });
    expect([moved.status, Object.keys(moved.body.fields)]).toEqual([400, ['steps']]);
  });

  it('refuses what two members saved at once', async () => {
    const test = await create([task('A'), task('B')]);
    const [a] = stepsOf(test).map(inputOf);
    if (!a) throw new Error('two steps');
    const basedOn = test.revision._id;
    const both = await Promise.all([
      save(test, [a], { basedOn }),
      save(test, [a, task('D')], { basedOn }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('refused', () => {
  const refusals: [string, object, object][] = [
    [
      '31 tasks',
      form(Array.from({ length: 31 }, () => task('A'))),
      { steps: 'This can have at most 30 entries.' },
    ],
    [
      'no task',
      { name: 'Shop', task: 'A', figmaUrl: PAGE, steps: [] },
      { steps: expect.any(String) },
    ],
    [
      'another task beside the steps',
      form([task('A')], { task: 'B' }),
      { task: expect.any(String) },
    ],
    [
      'a goal beside the steps',
      form([task('A')], { goal: { kind: 'judged' } }),
      { goal: expect.any(String) },
    ],
    [
      'a step of an unknown kind',
      form([{ ...task('A'), kind: 'puzzle' } as unknown as TaskInput]),
      { 'steps.0.kind': 'This is not one of the possible values.' },
    ],
    [
      'a step that is not there',
      form([task('A', { number: 7 })]),
      { 'steps.0.number': 'This test has no step 7.' },
    ],
    [
      'a step twice',
      form([task('A', { number: 1 }), task('B', { number: 1 })]),
      { steps: expect.stringContaining('once') },
    ],
    [
      'a link that is none',
      form([task('A'), task('B', { figmaUrl: 'nowhere' })]),
      { 'steps.1.figmaUrl': 'Please enter a valid URL' },
    ],
    [
      'a goal of screens where there are none',
      form([task('A'), task('B', { goal: { kind: 'screens', screens: ['1:2'], routes: [] } })]),
      { 'steps.1.goal': expect.stringContaining('reports no screens') },
    ],
  ];
  it.each(refusals)('%s', async (_name, body, fields) => {
    const answer = await owner.post('/api/tests', body);
    expect([answer.status, answer.body.fields]).toEqual([400, fields]);
  });
});
