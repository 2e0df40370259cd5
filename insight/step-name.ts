// Names of the steps of a test, wherever they are listed: on pages, in the form, in a report.
import { variantLetter } from '#contract/step-order.ts';
import type { Step } from '#contract/steps.ts';
import { wholeText } from './numbers/words.ts';

const groups = { task: 'Task', question: 'Question', set: 'Question', text: 'Text' } as const;

interface NamedStep {
  /** Left out in a list of tasks alone. */
  kind?: Step['kind'] | undefined;
  variant?: number | undefined;
}

/**
 * Returns the name of the step at a place: tasks, questions and texts are each numbered from 1, and the variants of a task
 * have letters, 'Task 2 B'.
 */
export function stepName(steps: readonly NamedStep[], at: number): string {
  const { kind = 'task', variant } = steps[at] ?? {};
  const before = steps
    .slice(0, at + 1)
    .filter((step) => groups[step.kind ?? 'task'] === groups[kind] && isFirstVariant(step));
  const name = `${groups[kind]} ${before.length}`;
  return variant === undefined ? name : `${name} ${variantLetter(variant)}`;
}

/** Returns the name within a sentence: 'task 2 B'. */
export function stepInSentence(steps: readonly NamedStep[], at: number): string {
  const name = stepName(steps, at);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** Returns the number of several tasks in words: '3 tasks', or '2 versions of one task'. */
export function tasksText(tasks: readonly NamedStep[]): string {
  const count = tasks.filter(isFirstVariant).length;
  return count === 1
    ? `${wholeText(tasks.length)} versions of one task`
    : `${wholeText(count)} tasks`;
}

function isFirstVariant({ variant = 1 }: NamedStep): boolean {
  return variant === 1;
}
