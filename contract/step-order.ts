// Order and variants of steps: which of them a person is shown, and in which order.
import { VARIANTS_MAX } from './limits.ts';
import { isScreening, type Step } from './steps.ts';

/** Fields of a step that decide on its place for a person. */
interface PlacedStep {
  number: number;
  /** Place among the objects of one task, from 1; left out for a task with one object. */
  variant?: number | null | undefined;
  shuffled?: boolean | undefined;
}

/** Returns the steps as groups: a task with its variants is one, every other step a group of its own. */
export function groupsOf<T extends Pick<PlacedStep, 'variant' | 'shuffled'>>(
  steps: readonly T[],
): T[][] {
  const groups: T[][] = [];
  for (const step of steps) {
    const group = (step.variant ?? 1) > 1 ? groups.at(-1) : undefined;
    if (group) group.push(step);
    else groups.push([step]);
  }
  return groups;
}

/** Returns the number of variants of a test: 1 for a test without any. */
export function countVariants(steps: readonly PlacedStep[]): number {
  return Math.max(1, ...steps.map(({ variant }) => variant ?? 1));
}

/** Returns the numbers of the steps in shuffled order as they stand; a task with variants has that of its first one. */
export function shuffledSteps(steps: readonly PlacedStep[]): number[] {
  return steps.flatMap(({ number, variant, shuffled }) =>
    shuffled && (variant ?? 1) === 1 ? number : [],
  );
}

/** Returns the letter of a variant: A is the first one. */
export function variantLetter(variant: number): string {
  return String.fromCodePoint(64 + variant);
}

/**
 * Returns the steps that a person is shown, in their order.
 * @param variant of the person, from 1, or null without variants
 * @param order of the steps in shuffled order, or null as they stand
 */
export function stepsOfPerson<T extends PlacedStep>(
  steps: readonly T[],
  { variant, order }: { variant: number | null; order: readonly number[] | null },
): T[] {
  const groups = groupsOf(steps);
  const byNumber = new Map(groups.map((group) => [group[0]?.number, group]));
  const shuffled = new Set(order);
  const next = order?.values();
  return groups.flatMap((group) => {
    const own = shuffled.has(group[0]?.number ?? 0) ? byNumber.get(next?.next().value ?? 0) : group;
    return own?.[own.length === 1 ? 0 : (variant ?? 1) - 1] ?? [];
  });
}

/**
 * Returns the rows of a Williams design: orders of which each has every item at every place, and every item before every
 * other one, equally often. An even number of items needs as many rows, an odd one twice as many (Williams 1949).
 */
export function williamsRows(items: readonly number[]): number[][] {
  const n = items.length;
  if (n < 2) return [[...items]];
  // 0, 1, n − 1, 2, n − 2, …: all differences of neighbours are different.
  const first = items.map((_, at) => (at % 2 === 1 ? (at + 1) / 2 : (n - at / 2) % n));
  const rows = items.map((_, by) => first.map((at) => items[(at + by) % n] ?? 0));
  return n % 2 === 0 ? rows : [...rows, ...rows.map((row) => row.toReversed())];
}

export const VARIANT_WITHOUT_TASK = 'A variant follows its task, or the variant before it.';
export const VARIANT_OF_OTHER_TEXT = 'A variant has the text of its task.';
const VARIANT_WITH_CONDITION = 'A variant is shown when its task is. Set the condition there.';
const VARIANTS_UNEQUAL = 'All tasks with variants need the same number of them.';
const VARIANTS_TOO_MANY = `A task can have at most ${VARIANTS_MAX} variants.`;
const SHUFFLED_SCREENING = 'Screening questions stay in their order.';

/** Says what is wrong with the variant or the order of the step at an index, or null. */
export function orderProblem(steps: readonly Step[], at: number): string | null {
  const step = steps[at];
  if (!step) return null;
  if (step.shuffled && isScreening(step)) return SHUFFLED_SCREENING;
  if (step.kind !== 'task' || step.variant === undefined) return null;
  if (step.variant === 1) {
    const size = groupsOf(steps).find(([first]) => first === step)?.length ?? 1;
    return size === countVariants(steps) && size > 1 ? null : VARIANTS_UNEQUAL;
  }
  const before = steps[at - 1];
  if (before?.kind !== 'task' || before.variant !== step.variant - 1) return VARIANT_WITHOUT_TASK;
  if (step.variant > VARIANTS_MAX) return VARIANTS_TOO_MANY;
  if (step.shownWhen) return VARIANT_WITH_CONDITION;
  return step.task === before.task ? null : VARIANT_OF_OTHER_TEXT;
}
