// The request of the form of a test, the kind of its change, and the merge with a change that another member saved.
import type { DescribedHost } from '#contract/prototypes.ts';
import { isTask, type TaskInput, type TaskStep } from '#contract/steps.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import type { TestInput } from '#contract/tests.ts';
import type { TaskValues, TestValues } from '#web/entities/test/form-values.ts';
import {
  changedGoal,
  draftOf,
  factsOf,
  type GoalDraft,
  goalOf,
  isSame,
  newDraft,
} from './goal-draft.ts';

type Hosts = readonly DescribedHost[] | undefined;

/** Returns the form's values of a stored test. */
export function valuesOfTest({ name, steps }: Pick<TestOverview, 'name' | 'steps'>): TestValues {
  return {
    name,
    tasks: steps.filter(isTask).map(({ number, task, figmaUrl }) => ({
      key: `step-${number}`,
      number,
      task,
      figmaUrl,
      goal: null,
    })),
  };
}

/** Returns the goal of a task: as it was chosen in the form, else as it is stored. */
export function goalDraftOf(
  task: TaskValues,
  stored: TaskStep | undefined,
  hosts: Hosts,
): GoalDraft {
  if (task.goal) return task.goal;
  return stored ? draftOf(stored, factsOf(stored.figmaUrl, hosts)) : newDraft;
}

/**
 * Returns the body that creates or updates a test. A test that has one task, and retains it, is sent without a list.
 * @param steps the stored steps, none for a new test
 */
export function testBody(
  { name, tasks }: TestValues,
  steps: readonly TaskStep[],
  hosts: Hosts,
): TestInput {
  const bodies = tasks.map((task) => stepBody(task, steps, hosts));
  const [first] = bodies;
  if (!first) throw new Error('The form has no task.');
  const { number, kind, ...fields } = first;
  const isOnlyTask = bodies.length === 1 && steps.length <= 1 && number === steps[0]?.number;
  if (isOnlyTask) return { name, ...fields };
  return { name, task: first.task, figmaUrl: first.figmaUrl, steps: bodies };
}

function stepBody(task: TaskValues, steps: readonly TaskStep[], hosts: Hosts): TaskInput {
  const stored = stepOf(task, steps);
  const facts = factsOf(task.figmaUrl, hosts);
  const draft = goalDraftOf(task, stored, hosts);
  const goal = stored
    ? changedGoal(draft, facts, { step: stored, facts: factsOf(stored.figmaUrl, hosts) })
    : { goal: goalOf(draft, facts), asks: draft.asks };
  const texts = { kind: 'task' as const, task: task.task.trim(), figmaUrl: task.figmaUrl.trim() };
  return { ...(stored ? { number: stored.number } : {}), ...texts, ...goal };
}

/** Returns the stored step of a task, or undefined for a new one. */
export function stepOf({ number }: TaskValues, steps: readonly TaskStep[]): TaskStep | undefined {
  return steps.find((step) => step.number === number);
}

/** The furthest that a change of tasks goes: a goal or nothing, a text, a link, or which tasks there are in which order. */
type TaskChange = 'none' | 'text' | 'link' | 'order';

export function taskChange({ tasks }: TestValues, steps: readonly TaskStep[]): TaskChange {
  const isKept = (field: 'task' | 'figmaUrl') =>
    tasks.every((task, at) => task[field].trim() === steps[at]?.[field].trim());
  if (tasks.length !== steps.length) return 'order';
  if (!tasks.every(({ number }, at) => number === steps[at]?.number)) return 'order';
  if (!isKept('figmaUrl')) return 'link';
  return isKept('task') ? 'none' : 'text';
}

/** Returns whether saving the form would change the stored test. */
export function isChangedTest(
  values: TestValues,
  test: Pick<TestOverview, 'name' | 'steps'>,
  hosts: Hosts,
): boolean {
  if (values.name.trim() !== test.name.trim()) return true;
  const steps = test.steps.filter(isTask);
  if (taskChange(values, steps) !== 'none') return true;
  return values.tasks.some((task) => {
    const { goal, asks } = stepBody(task, steps, hosts);
    return goal !== undefined || asks !== undefined;
  });
}

/**
 * Takes over what another member saved, except where this form was changed.
 * @param before the stored values that the form was filled from
 * @param now the stored values after the other change
 */
export function mergedValues(before: TestValues, typed: TestValues, now: TestValues): TestValues {
  const keysOf = ({ tasks }: TestValues) => tasks.map(({ key }) => key).join(' ');
  const isArranged = keysOf(typed) !== keysOf(before);
  const merged = (key: string) => mergedTask(...taskIn(key, before, typed, now));
  const order = isArranged ? typed : now;
  // Tasks that only the other side has, unless this form removed them or never changed them.
  const others = (isArranged ? now : typed).tasks.filter(({ key }) => {
    if (order.tasks.some((task) => task.key === key)) return false;
    const [old, here] = taskIn(key, before, typed);
    return isArranged ? old === undefined : !isSame(old, here);
  });
  return {
    name: typed.name === before.name ? now.name : typed.name,
    tasks: [...order.tasks, ...others].flatMap(({ key }) => merged(key) ?? []),
  };
}

function taskIn(key: string, ...values: TestValues[]) {
  return values.map(({ tasks }) => tasks.find((task) => task.key === key));
}

function mergedTask(
  before?: TaskValues,
  typed?: TaskValues,
  now?: TaskValues,
): TaskValues | undefined {
  if (!typed || !before) return typed ?? now;
  // The other member deleted the task, so saving adds it again.
  if (!now) return { ...typed, number: null };
  return {
    ...now,
    task: typed.task === before.task ? now.task : typed.task,
    figmaUrl: typed.figmaUrl === before.figmaUrl ? now.figmaUrl : typed.figmaUrl,
    goal: typed.goal,
  };
}
