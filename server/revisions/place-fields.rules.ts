// The fields of the contract that decide when and where a step is shown, from those that are stored.
import type { TaskStep } from '#contract/steps.ts';
import type { StepContent } from './revisions.db.ts';

/** Fields of a stored step that decide when and where it is shown. */
export type StoredPlace = Pick<StepContent, 'condition' | 'shuffled' | 'variant'>;

/** Returns the fields that a step has; one that is shown to everyone at its place has none. */
export function placeFields({
  condition,
  shuffled,
  variant,
}: StoredPlace): Pick<TaskStep, 'shownWhen' | 'shuffled' | 'variant'> {
  return {
    ...(condition && { shownWhen: condition }),
    ...(shuffled && { shuffled }),
    ...(variant !== null && { variant }),
  };
}
