// The task of a test's results that the page shows, from its address.
import { useSearchParams } from 'react-router';
import { isTask, type PanelStep } from '#contract/steps.ts';
import { withMoments } from './open-moments.ts';
import { useResultFilter } from './use-filter.ts';

type TestStep = { number: number } & ({ kind: 'task'; task: string } | { kind: PanelStep['kind'] });

export interface TasksTest {
  /** Steps of the newest revision, in their order. */
  steps: readonly TestStep[];
}

/** Parameters of the address that have a meaning within one task alone. `heat` is the screen whose heat is open. */
const OF_ONE_TASK = ['screen', 'route', 'heat'];

export function useTask(test: TasksTest) {
  const tasks = test.steps.filter(isTask);
  const [params] = useSearchParams();
  const { filter } = useResultFilter();
  const [first] = tasks;
  /** The task's number, or null for the overview of several tasks. */
  const chosen = filter.step ?? (tasks.length > 1 ? null : (first?.number ?? null));
  /** Search of the same page with another task; null: the overview. */
  const searchOf = (step: number | null): string => {
    const next = withMoments(params, null);
    for (const name of [...OF_ONE_TASK, 'step']) next.delete(name);
    if (step === null) next.delete('tab');
    else next.set('step', String(step));
    return `?${next}`;
  };
  return { tasks, chosen, searchOf };
}
