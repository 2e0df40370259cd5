// The task of a test's results that the page shows, from its address.
import { useSearchParams } from 'react-router';
import type { Step } from '#contract/steps.ts';
import { withMoments } from './open-moments.ts';
import { useResultFilter } from './use-filter.ts';

export interface TasksTest {
  /** Tasks of the newest revision, in their order. */
  steps: readonly Pick<Step, 'number' | 'task'>[];
}

/** Parameters of the address that have a meaning within one task alone. `heat` is the screen whose heat is open. */
const OF_ONE_TASK = ['screen', 'route', 'heat'];

export function useTask({ steps }: TasksTest) {
  const [params] = useSearchParams();
  const { filter } = useResultFilter();
  const [first] = steps;
  /** The task's number, or null for the overview of several tasks. */
  const chosen = filter.step ?? (steps.length > 1 ? null : (first?.number ?? null));
  /** Search of the same page with another task; null: the overview. */
  const searchOf = (step: number | null): string => {
    const next = withMoments(params, null);
    for (const name of [...OF_ONE_TASK, 'step']) next.delete(name);
    if (step === null) next.delete('tab');
    else next.set('step', String(step));
    return `?${next}`;
  };
  return { chosen, searchOf };
}
