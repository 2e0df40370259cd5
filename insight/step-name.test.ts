// Names of steps: each kind is numbered apart, and variants have letters.
import { expect, it } from 'vitest';
import { stepInSentence, stepName } from './step-name.ts';

it.each([
  [0, 'Question 1', 'question 1'],
  [1, 'Task 1 A', 'task 1 A'],
  [2, 'Task 1 B', 'task 1 B'],
  [3, 'Text 1', 'text 1'],
  [4, 'Question 2', 'question 2'],
  [5, 'Task 2', 'task 2'],
])(
  'numbers each kind of step apart, and gives variants letters: step %i',
  (at, name, inSentence) => {
    const steps = [
      { kind: 'question' },
      { kind: 'task', variant: 1 },
      { kind: 'task', variant: 2 },
      { kind: 'text' },
      { kind: 'set' },
      { kind: 'task' },
    ] as const;
    expect([stepName(steps, at), stepInSentence(steps, at)]).toEqual([name, inSentence]);
  },
);

it('takes a step without a kind for a task', () => {
  expect(stepName([{ variant: 1 }, { variant: 2 }, {}], 2)).toBe('Task 2');
});
