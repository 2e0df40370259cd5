// The step of a test's results that the page shows, from its address.
import { useSearchParams } from 'react-router';
import { isQuestion, isTask } from '#contract/steps.ts';
import type { ListedStep } from '#web/entities/test/step-text.ts';
import { withMoments } from './open-moments.ts';
import { useResultFilter } from './use-filter.ts';

export interface TasksTest {
  /** Steps of the newest revision, in their order. */
  steps: readonly ListedStep[];
}

/** Parameters of the address that have a meaning within one task alone. `heat` is the screen whose heat is open. */
const OF_ONE_TASK = ['screen', 'route', 'heat'];

export function useTask(test: TasksTest) {
  const tasks = test.steps.filter(isTask);
  /** Steps that have results, with their places among all. */
  const parts = test.steps.flatMap((step, at) => (step.kind === 'text' ? [] : [{ step, at }]));
  const [params] = useSearchParams();
  const { filter } = useResultFilter();
  const [first] = tasks;
  /** The step's number, or null for the overview of several steps. */
  const chosen = filter.step ?? (parts.length > 1 ? null : (first?.number ?? null));
  /** The question or set that is chosen, or null for a task. */
  const question = test.steps.filter(isQuestion).find(({ number }) => number === chosen) ?? null;
  /** Search of the same page with another task; null: the overview. */
  const searchOf = (step: number | null): string => {
    const next = withMoments(params, null);
    for (const name of [...OF_ONE_TASK, 'step']) next.delete(name);
    if (step === null) next.delete('tab');
    else next.set('step', String(step));
    return `?${next}`;
  };
  return { tasks, parts, chosen, question, searchOf };
}
