// Table tests of tasks with variants in the form: what is added, deleted and moved, and how variants are counted after it.
import { describe, expect, it } from 'vitest';
import { newText, type StepValues, taskText } from '#web/entities/test/form-values.ts';
import { movedStep, sizeOfGroup, withoutStep, withShuffled, withVariant } from './step-groups.ts';

const task = (key: string, variant?: number): StepValues => ({
  ...{ key, number: null, shownWhen: null, kind: 'task', task: `Text of ${key}`, figmaUrl: key },
  ...{ goal: null, ...(variant !== undefined && { variant }) },
});
const text = (key: string): StepValues => ({ ...newText(), key });

/** 'A1 A2 b': keys with their variants. */
const words = (steps: readonly StepValues[]) =>
  steps.map((step) => `${step.key}${'variant' in step ? step.variant : ''}`).join(' ');

const steps = [text('x'), task('a', 1), task('b', 2), task('c', 3), task('d')];

describe('variants of a task', () => {
  it('are added behind the last one, with the text of the task and an empty link', () => {
    const added = withVariant(steps, 1);
    expect(words(added?.steps ?? [])).toMatch(/^x a1 b2 c3 new-[a-z0-9]+4 d$/);
    expect(added?.added).toMatchObject({ task: 'Text of a', figmaUrl: '' });
    expect(words(withVariant(steps, 4)?.steps ?? [])).toMatch(/^x a1 b2 c3 d1 new-[a-z0-9]+2$/);
    expect(withVariant(steps, 0)).toBeNull();
    const picture = { mode: 'free' as const, seconds: null, regions: [] };
    const ofPicture = withVariant([{ ...task('p'), picture } as StepValues], 0);
    expect(ofPicture?.added).not.toHaveProperty('picture');
  });

  it.each([
    ['a middle one', 2, 'x a1 c2 d'],
    ['the first one', 1, 'x b1 c2 d'],
    ['another step', 0, 'a1 b2 c3 d'],
  ])('are counted again after %s is deleted', (_what, at, expected) => {
    expect(words(withoutStep(steps, at))).toBe(expected);
  });

  it('are none where one is left', () => {
    expect(words(withoutStep([task('a', 1), task('b', 2)], 0))).toBe('b');
  });

  it.each([
    ['the task before its text', 1, 0, 'a1 b2 c3 x d'],
    ['a variant before the text, with its task', 3, 0, 'a1 b2 c3 x d'],
    ['a variant to the front of its task', 3, 1, 'x c1 a2 b3 d'],
    ['a task behind the variants', 0, 3, 'a1 b2 c3 x d'],
    ['a task before all', 4, 0, 'd x a1 b2 c3'],
  ])('move together: %s', (...[, from, to, expected]) => {
    expect(words(movedStep(steps, from, to))).toBe(expected);
  });

  it('leave the condition with the first one', () => {
    const [x, a, ...others] = steps as [StepValues, StepValues, ...StepValues[]];
    const condition = { on: 'x', is: ['yes'] };
    const moved = movedStep([x, { ...a, shownWhen: condition }, ...others], 3, 1);
    expect(moved.map((step) => step.shownWhen)).toEqual([null, condition, null, null, null]);
    expect(withoutStep([x, { ...a, shownWhen: condition }, ...others], 1)[1]?.shownWhen).toEqual(
      condition,
    );
  });

  it('are shuffled together', () => {
    expect(withShuffled(steps, 2, true).map(({ shuffled }) => shuffled === true)).toEqual([
      ...[false, true, true, true, false],
    ]);
    expect(sizeOfGroup(steps, 2)).toBe(3);
    expect(sizeOfGroup(steps, 4)).toBe(1);
  });

  it('have the text of the first one', () => {
    const [, , b] = steps;
    if (b?.kind !== 'task') throw new Error('no task');
    expect(taskText(b, steps)).toBe('Text of a');
  });
});
