// The request of the form of a test, the kind of its change, and the merge with a change that another member saved.
import type { DescribedHost } from '#contract/prototypes.ts';
import type { Screening } from '#contract/screening.ts';
import type { StepInput, TaskInput } from '#contract/step-inputs.ts';
import { isTask, type Step, type TaskStep } from '#contract/steps.ts';
import type { TestInput } from '#contract/test-inputs.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import {
  type ScreeningValues,
  type StepValues,
  stepBody,
  type TaskValues,
  type TestValues,
} from '#web/entities/test/form-values.ts';
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
  return { name, steps: steps.map(valuesOfStep) };
}

function valuesOfStep({ shownWhen, ...step }: Step): StepValues {
  const common = { key: keyOf(step.number), shownWhen: shownWhen ? onKey(shownWhen) : null };
  if (step.kind === 'question') {
    const { screening, ...question } = step;
    return { ...question, ...common, ...(screening && { screening: screeningOnForm(screening) }) };
  }
  if (!isTask(step)) return { ...step, ...common };
  const { goal: _, asks: __, ...task } = step;
  return { ...task, ...common, goal: null };
}

function screeningOnForm({ endsWhen, seats }: Screening): ScreeningValues {
  return { endsWhen: endsWhen && { on: '', ...endsWhen }, seats };
}

function onKey({ step, ...answers }: NonNullable<Step['shownWhen']>) {
  return { on: keyOf(step), ...answers };
}

const keyOf = (number: number) => `step-${number}`;

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
 * @param stored the stored steps, none for a new test
 */
export function testBody(
  { name, steps }: TestValues,
  stored: readonly Step[],
  hosts: Hosts,
): TestInput {
  const bodies = steps.map((step): StepInput => {
    const body = stepBody(step, steps);
    if (!isTask(step) || !isTask(body)) return body;
    return { ...body, ...trimmed(body), ...goalBody(step, stored, hosts) };
  });
  const first = bodies.find(isTask);
  if (!first) throw new Error('The form has no task.');
  const { number, kind, ...fields } = first;
  const isOnlyTask =
    !first.picture && bodies.length === 1 && stored.length <= 1 && number === stored[0]?.number;
  if (isOnlyTask) return { name, ...fields };
  return { name, task: first.task, figmaUrl: first.figmaUrl, steps: bodies };
}

function trimmed({ task, figmaUrl }: Pick<TaskInput, 'task' | 'figmaUrl'>) {
  return { task: task.trim(), figmaUrl: figmaUrl.trim() };
}

function goalBody(
  task: TaskValues,
  steps: readonly Step[],
  hosts: Hosts,
): Pick<TaskInput, 'goal' | 'asks'> {
  const stored = taskOf(task, steps);
  const facts = factsOf(task.figmaUrl, hosts);
  const draft = goalDraftOf(task, stored, hosts);
  if (task.picture) {
    const regions = goalRegionsOf(task, stored);
    const goal = regions.length > 0 ? { kind: 'regions' as const, regions } : null;
    return {
      ...(stored && isSame(goal, stored.goal) ? {} : { goal }),
      ...(stored && isSame(draft.asks, stored.asks) ? {} : { asks: draft.asks }),
    };
  }
  return stored
    ? changedGoal(draft, facts, { step: stored, facts: factsOf(stored.figmaUrl, hosts) })
    : { goal: goalOf(draft, facts), asks: draft.asks };
}

/** Returns whether a task would have a goal: screens, regions, or the judgement of members. */
export function hasGoal(task: TaskValues, stored: TaskStep | undefined, hosts: Hosts): boolean {
  if (task.picture) return goalRegionsOf(task, stored).length > 0;
  return goalOf(goalDraftOf(task, stored, hosts), factsOf(task.figmaUrl, hosts)) !== null;
}

/** Returns the regions that are the goal of a task on a picture: as chosen in the form, else as they are stored. */
export function goalRegionsOf(
  { goalRegions, picture }: TaskValues,
  stored: TaskStep | undefined,
): number[] {
  const chosen = goalRegions ?? (stored?.goal?.kind === 'regions' ? stored.goal.regions : []);
  const there = picture?.mode === 'seconds' ? [] : (picture?.regions ?? []);
  return chosen.filter((number) => there.some((region) => region.number === number));
}

/** Returns the stored step of a task, or undefined for a new one. */
export function taskOf({ number }: TaskValues, steps: readonly Step[]): TaskStep | undefined {
  return steps.filter(isTask).find((step) => step.number === number);
}

/**
 * The furthest that a change of steps goes: a goal or nothing, a text, a link, or which steps there are, in which order,
 * with which options and conditions.
 */
type StepsChange = 'none' | 'text' | 'link' | 'order';

export function stepsChange({ steps }: TestValues, stored: readonly Step[]): StepsChange {
  const before = valuesOfTest({ name: '', steps: [...stored] }).steps;
  const isKept = (part: (step: StepValues, all: readonly StepValues[]) => unknown) =>
    isSameTyped(
      steps.map((step) => part(step, steps)),
      before.map((step) => part(step, before)),
    );
  if (!isKept(contentOf)) return 'order';
  if (!isKept((step) => isTask(step) && step.figmaUrl)) return 'link';
  return isKept(textOf) ? 'none' : 'text';
}

/** Returns what a correction cannot change, as it is sent. */
function contentOf(step: StepValues, all: readonly StepValues[]) {
  const { number } = step;
  const body = { ...stepBody(step, all), number };
  if (isTask(body)) {
    // Regions change at any time, as a goal does.
    const picture = body.picture && { ...body.picture, regions: [] };
    return { ...body, task: '', figmaUrl: '', picture };
  }
  // Rules of screening change at any time; whether it is a screening question does not.
  const isScreening = body.kind === 'question' && body.screening != null;
  return { ...body, question: '', text: '', screening: isScreening };
}

function textOf(step: StepValues): string {
  if (isTask(step)) return step.task;
  if (step.kind === 'question') return step.question;
  return step.kind === 'text' ? step.text : '';
}

/** Compares values as they are stored, without blanks around texts. */
export function isSameTyped(one: unknown, other: unknown): boolean {
  const json = (value: unknown) =>
    JSON.stringify(value, (_, part) => (typeof part === 'string' ? part.trim() : part));
  return json(one) === json(other);
}

/** Returns whether saving the form would change the stored test. */
export function isChangedTest(
  values: TestValues,
  test: Pick<TestOverview, 'name' | 'steps'>,
  hosts: Hosts,
): boolean {
  if (values.name.trim() !== test.name.trim()) return true;
  if (stepsChange(values, test.steps) !== 'none') return true;
  return values.steps.filter(isTask).some((task) => {
    const isSamePicture = isSame(task.picture, taskOf(task, test.steps)?.picture);
    return !isSamePicture || !isSame(goalBody(task, test.steps, hosts), {});
  });
}
