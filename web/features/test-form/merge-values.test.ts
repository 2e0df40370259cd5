// Two people type in the same form: what each of them changed, added, moved and removed is there afterwards.
import { describe, expect, it } from 'vitest';
import type { Step, TaskStep } from '#contract/steps.ts';
import { newTask, type StepValues, type TestValues } from '#web/entities/test/form-values.ts';
import { newDraft } from './goal-draft.ts';
import { mergedValues, storedKeys, withStoredNumbers } from './merge-values.ts';
import { valuesOfTest } from './test-changes.ts';

const PAGE = 'https://example.com/shop';
const step = (number: number, task: string): TaskStep => ({
  ...{ number, kind: 'task', task, figmaUrl: PAGE, goal: null, asks: newDraft.asks },
});
const [a, b, c] = [step(1, 'A'), step(2, 'B'), step(3, 'C')];
const valuesOf = (...steps: Step[]) => valuesOfTest({ name: 'Shop', steps });
const withSteps = (values: TestValues, change: (steps: StepValues[]) => StepValues[]) => ({
  ...values,
  steps: change([...values.steps]),
});
const typed = (values: TestValues, at: number, fields: object) =>
  withSteps(values, (steps) =>
    steps.map((one, place) => (place === at ? { ...one, ...fields } : one)),
  );
const texts = ({ steps }: TestValues) =>
  steps.map((one) => `${one.number} ${one.kind === 'task' ? one.task : one.kind}`);
const before = valuesOf(a, b, c);

describe('the merge', () => {
  it('takes over what another person typed, except in fields that were typed here', () => {
    const now = { ...valuesOf({ ...c, task: 'C+' }, { ...a, task: 'A+' }), name: 'Store' };
    const here = typed(before, 0, { task: 'A, typed' });
    expect(texts(mergedValues(before, here, now))).toEqual(['3 C+', '1 A, typed']);
    expect(mergedValues(before, here, now).name).toBe('Store');
  });

  it('never loses a step that was typed: one that was deleted elsewhere is new again', () => {
    const here = typed(before, 1, { task: 'B, typed' });
    const merged = ['1 A', 'null B, typed', '3 C'];
    expect(texts(mergedValues(before, here, valuesOf(a, c)))).toEqual(merged);
    const there = ['1 A', '2 B, typed', '3 C'];
    expect(texts(mergedValues(before, valuesOf(a, c), here))).toEqual(there);
  });

  it('deletes a step that one side deleted and the other left, also beside added ones', () => {
    const here = withSteps(before, (steps) => [...steps, newTask({ task: 'new' })]);
    expect(texts(mergedValues(before, here, valuesOf(a, c)))).toEqual(['1 A', '3 C', 'null new']);
    expect(texts(mergedValues(before, valuesOf(a, c), here))).toEqual(['1 A', '3 C', 'null new']);
  });

  it('has the steps of both, in the order of the side that moved some', () => {
    const here = withSteps(before, ([, ...rest]) => [...rest.reverse(), newTask({ task: 'new' })]);
    const now = valuesOf(a, b, { ...c, task: 'C+' }, step(4, 'D'));
    expect(texts(mergedValues(before, here, now))).toEqual(['3 C+', '4 D', '2 B', 'null new']);
  });

  it('has the order of this form when both moved steps', () => {
    const here = withSteps(before, ([first, ...rest]) => [...rest, ...(first ? [first] : [])]);
    const now = valuesOf(c, b, a, step(4, 'D'));
    expect(texts(mergedValues(before, here, now))).toEqual(['2 B', '3 C', '1 A', '4 D']);
  });
});

describe('a draft that was saved', () => {
  const fresh = newTask({ task: 'D', figmaUrl: PAGE });
  const form = withSteps(before, (steps) => [
    ...steps.slice(0, 2),
    { ...fresh, shownWhen: { on: 'step-1', is: ['done'] } },
    ...steps.slice(2).map((one) => ({ ...one, shownWhen: { on: fresh.key, is: ['done'] } })),
  ]);
  const now = valuesOf(a, b, step(4, 'D'), c);

  it('has its new steps under the keys of the test, where another page still has them as new', () => {
    const typing = typed(form, 2, { task: 'D, typed' });
    const withKeys = storedKeys(form, { before, now, isSaved: true });
    const merged = mergedValues(withKeys(form), withKeys(typing), now);
    expect(texts(withStoredNumbers(merged, now))).toEqual(['1 A', '2 B', '4 D, typed', '3 C']);
    expect(withKeys(form).steps[3]?.shownWhen).toEqual({ on: 'step-4', is: ['done'] });
  });

  it('is not added twice to a draft that someone changed at the same time', () => {
    const withKeys = storedKeys(form, { before, now, isSaved: false });
    const merged = withStoredNumbers(mergedValues(before, withKeys(form), now), now);
    expect(texts(merged)).toEqual(['1 A', '2 B', '4 D', '3 C']);
    const other = typed(form, 2, { task: 'Another' });
    const apart = storedKeys(other, { before, now, isSaved: false });
    expect(texts(mergedValues(before, apart(other), now))).toContain('null Another');
  });
});
