// Tasks with variants in the form of a test: they move together, and their variants are counted again after each change.
import { groupsOf } from '#contract/step-order.ts';
import { isTask } from '#contract/steps.ts';
import { copyOfStep, type StepValues, type TaskValues } from '#web/entities/test/form-values.ts';

/** Returns a group with its variants counted from 1. A task that is left alone has none. */
function counted(group: readonly StepValues[]): StepValues[] {
  if (group.length > 1)
    return group.map((step, at) => ({ ...step, variant: at + 1 }) as StepValues);
  return group.map((step) => {
    if (!isTask(step)) return step;
    const { variant: _, ...task } = step;
    return task;
  });
}

/** Returns the number of variants of the task at a place, 1 for a task with one object and for another step. */
export function sizeOfGroup(steps: readonly StepValues[], at: number): number {
  return (
    groupsOf(steps).find((group) => group.some(({ key }) => key === steps[at]?.key))?.length ?? 1
  );
}

/** Returns the steps with another variant of the task at a place, behind its last one, and that variant. */
export function withVariant(
  steps: readonly StepValues[],
  at: number,
): { steps: StepValues[]; added: TaskValues } | null {
  const step = steps[at];
  if (!step || !isTask(step)) return null;
  const { picture: _, goalRegions: __, ...copy } = copyOfStep(step) as TaskValues;
  const added: TaskValues = { ...copy, figmaUrl: '', goal: null, shownWhen: null };
  const groups = groupsOf(steps).map((group) =>
    group.some(({ key }) => key === step.key) ? counted([...group, added]) : group,
  );
  return { steps: groups.flat(), added };
}

/** Returns the steps without the one at a place. */
export function withoutStep(steps: readonly StepValues[], at: number): StepValues[] {
  const key = steps[at]?.key;
  return groupsOf(steps).flatMap((group) => {
    if (!group.some((step) => step.key === key)) return group;
    const [removed] = group;
    const left = group.filter((step) => step.key !== key);
    // The condition of a task is that of its first variant.
    return counted(
      left.map((step, place) =>
        place === 0 && removed ? { ...step, shownWhen: removed.shownWhen } : step,
      ),
    );
  });
}

/**
 * Returns the steps after one has moved to another's place: within its task, a variant; across tasks, all variants
 * together.
 */
export function movedStep(steps: readonly StepValues[], from: number, to: number): StepValues[] {
  const groups = groupsOf(steps);
  const groupAt = (at: number) =>
    groups.findIndex((group) => group.some(({ key }) => key === steps[at]?.key));
  const [own, other] = [groupAt(from), groupAt(to)];
  const group = groups[own];
  if (!group || other === -1) return [...steps];
  if (own === other) {
    const start = steps.findIndex(({ key }) => key === group[0]?.key);
    const condition = group[0]?.shownWhen ?? null;
    const arranged = moved(group, from - start, to - start);
    const first = arranged.map((step, at) => ({ ...step, shownWhen: at === 0 ? condition : null }));
    return groups.flatMap((one, at) => (at === own ? counted(first) : one));
  }
  return moved(groups, own, other).flat();
}

function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/** Returns the steps with the one at a place, and all its variants, in shuffled order or no more. */
export function withShuffled(
  steps: readonly StepValues[],
  at: number,
  shuffled: boolean,
): StepValues[] {
  const key = steps[at]?.key;
  return groupsOf(steps).flatMap((group) =>
    group.some((step) => step.key === key) ? group.map((step) => ({ ...step, shuffled })) : group,
  );
}
