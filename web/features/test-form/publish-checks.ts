// The list of what will not work, before a test's form is sent.
import { unreachableSteps } from '#contract/conditions.ts';
import { type DescribedHost, parseLink } from '#contract/prototypes.ts';
import { isTask, type Step } from '#contract/steps.ts';
import { stepName } from '#insight/step-name.ts';
import {
  isCompleteStep,
  type StepValues,
  type TaskValues,
} from '#web/entities/test/form-values.ts';
import { linkHint } from '#web/entities/test/link-hint.ts';
import { problemOf } from './condition-field.tsx';

export interface PublishCheck {
  /** Place of its step in the form, from 0. */
  at: number;
  /** Name of the step. */
  name: string;
  /** It keeps the form from being sent. */
  isProblem: boolean;
  text: string;
}

interface Facts {
  steps: readonly Step[];
  hosts: readonly DescribedHost[];
  hasGoal: (task: TaskValues) => boolean;
}

/** @param facts `steps`: the same as they would be stored */
export function publishChecks(values: readonly StepValues[], facts: Facts): PublishCheck[] {
  const unreachable = unreachableNumbers(facts.steps);
  return values.flatMap((step, at): PublishCheck[] => {
    const name = stepName(facts.steps, at);
    const problem = missingIn(step) ?? problemOf(facts.steps, at);
    if (problem !== null) return [{ at, name, isProblem: true, text: problem }];
    const cautions = [
      ...(unreachable.includes(facts.steps[at]?.number ?? 0) ? ['No one can reach it'] : []),
      ...(isTask(step) ? taskCautions(step, facts) : []),
    ];
    return cautions.map((text) => ({ at, name, isProblem: false, text }));
  });
}

/** Conditions with a problem say nothing about who reaches a step. */
function unreachableNumbers(steps: readonly Step[]): number[] {
  return steps.some((_, at) => problemOf(steps, at) !== null) ? [] : unreachableSteps(steps);
}

function taskCautions(task: TaskValues, { hosts, hasGoal }: Facts): string[] {
  const hint = linkHint(task.figmaUrl, hosts);
  // Members judge people on a page, which reports no clicks.
  const hasPlaces = parseLink(task.figmaUrl, hosts).kind !== 'page';
  return [
    ...(hint?.tone === 'caution' ? [hint.text] : []),
    ...(hasPlaces && task.picture?.mode !== 'seconds' && !hasGoal(task)
      ? ['No goal, so success is not counted']
      : []),
  ];
}

/** Says what a step lacks to be sent, or null. */
function missingIn(values: StepValues): string | null {
  if (isCompleteStep(values)) return null;
  switch (values.kind) {
    case 'task':
      if (values.task.trim() === '') return 'Write what participants are to do';
      return values.picture ? 'Use a picture' : 'Add a link';
    case 'question':
      return values.question.trim() === '' ? 'Write the question' : 'Check the options';
    default:
      return 'Write the text';
  }
}
