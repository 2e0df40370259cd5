// The request of the form of a test, the kind of a change, and the merge with a change of another member.
import { describe, expect, it } from 'vitest';
import type { DescribedHost } from '#contract/prototypes.ts';
import type { TaskStep } from '#contract/steps.ts';
import { newTask, type TaskValues, type TestValues } from '#web/entities/test/form-values.ts';
import { newDraft } from './goal-draft.ts';
import { isChangedTest, mergedValues, taskChange, testBody, valuesOfTest } from './test-changes.ts';

const hosts: DescribedHost[] = [];
const PAGE = 'https://example.com/shop';
const asks = newDraft.asks;

function step(number: number, task: string, goal: TaskStep['goal'] = null): TaskStep {
  return { number, kind: 'task', task, figmaUrl: PAGE, goal, asks };
}

const [a, b, c] = [step(1, 'A', { kind: 'judged' }), step(2, 'B'), step(3, 'C')];
const valuesOf = (...steps: TaskStep[]) => valuesOfTest({ name: 'Shop', steps });
const withTasks = (values: TestValues, change: (tasks: TaskValues[]) => TaskValues[]) => ({
  ...values,
  tasks: change([...values.tasks]),
});
const typed = (values: TestValues, at: number, fields: Partial<TaskValues>) =>
  withTasks(values, (tasks) =>
    tasks.map((task, place) => (place === at ? { ...task, ...fields } : task)),
  );
const texts = ({ tasks }: TestValues) => tasks.map(({ number, task }) => `${number} ${task}`);

describe('the request', () => {
  it('of one task has no list, new and as it stays', () => {
    const fresh = { name: 'Shop', tasks: [newTask({ task: ' A ', figmaUrl: PAGE })] };
    const fields = { name: 'Shop', task: 'A', figmaUrl: PAGE };
    expect(testBody(fresh, [], hosts)).toEqual({ ...fields, goal: { kind: 'judged' }, asks });
    expect(testBody(valuesOf(a), [a], hosts)).toEqual(fields);
  });

  it('of several names those that stay, and only changed goals', () => {
    const judged = { ...newDraft, choice: 'judged' as const };
    const values = withTasks(typed(valuesOf(a, b), 1, { goal: judged }), ([first, second]) =>
      [second, newTask({ task: 'D', figmaUrl: PAGE }), first].flatMap((task) => task ?? []),
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
    const left = withTasks(valuesOf(a, b), (tasks) => tasks.slice(1));
    expect(testBody(left, [a, b], hosts).steps).toHaveLength(1);
    const other = { name: 'Shop', tasks: [newTask({ task: 'D', figmaUrl: PAGE })] };
    expect(testBody(other, [a], hosts).steps).toMatchObject([{ task: 'D' }]);
  });
});

describe('a change', () => {
  const values = valuesOf(a, b);
  const cases: [string, TestValues, [ReturnType<typeof taskChange>, boolean]][] = [
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
    ['of the order', withTasks(values, (tasks) => tasks.reverse()), ['order', true]],
    ['by a task more', withTasks(values, (tasks) => [...tasks, newTask()]), ['order', true]],
    ['by a task less', withTasks(values, (tasks) => tasks.slice(1)), ['order', true]],
  ];
  it.each(cases)('%s', (_name, changed, [kind, isChanged]) => {
    expect(taskChange(changed, [a, b])).toBe(kind);
    expect(isChangedTest(changed, { name: 'Shop', steps: [a, b] }, hosts)).toBe(isChanged);
  });
});

describe("another member's change", () => {
  const before = valuesOf(a, b, c);
  it('is taken over, except in fields that were typed', () => {
    const now = { ...valuesOf({ ...c, task: 'C+' }, { ...a, task: 'A+' }), name: 'Store' };
    const here = typed(before, 0, { task: 'A, typed' });
    expect(texts(mergedValues(before, here, now))).toEqual(['3 C+', '1 A, typed']);
    expect(mergedValues(before, here, now).name).toBe('Store');
  });

  it('never loses a task that was typed: a deleted one is new again', () => {
    const here = typed(before, 1, { task: 'B, typed' });
    expect(texts(mergedValues(before, here, valuesOf(a, c)))).toEqual([
      '1 A',
      '3 C',
      'null B, typed',
    ]);
  });

  it('leaves the order of this form, and adds what only the other one has', () => {
    const here = withTasks(before, ([, ...rest]) => [...rest.reverse(), newTask({ task: 'new' })]);
    const now = valuesOf({ ...a, task: 'A+' }, b, { ...c, task: 'C+' }, step(4, 'D'));
    expect(texts(mergedValues(before, here, now))).toEqual(['3 C+', '2 B', 'null new', '4 D']);
  });
});
