// Steps of a test: what its participants are asked, in order. A step has a number of its own within its test, which
// never changes and is never used again; its place in the list is its order.
import { z } from 'zod/mini';
import { goal, goalInput } from './goals.ts';
import { STEPS_MAX, TASK_MAX_CHARACTERS } from './limits.ts';
import { prototypeLink } from './prototype-link.ts';
import { stepNumber } from './step-number.ts';
import { taskQuestion, taskQuestions } from './task-questions.ts';
import { requiredText } from './text.ts';

/** A task on a prototype of the design tool or on a web page. */
export const step = z.object({
  number: stepNumber,
  kind: z.literal('task'),
  task: z.string(),
  figmaUrl: z.string(),
  /** It can change at any time; outcomes are then computed again. */
  goal: z.nullable(goal),
  /** Questions of the card after the task. */
  asks: z.array(taskQuestion),
});
export type Step = z.infer<typeof step>;

/** A step in the body of create and update. */
const stepInput = z.object({
  /** The number of a step of the test, which keeps its results; a step without one is new. */
  number: z.optional(stepNumber),
  kind: z.literal('task'),
  task: requiredText('Task', TASK_MAX_CHARACTERS),
  figmaUrl: prototypeLink,
  /** The goal, or null for none. If it is left out, a new step has none, and a step that is there retains its own. */
  goal: z.optional(z.nullable(goalInput)),
  /** If they are left out, a new step has all, and a step that is there retains its own. */
  asks: z.optional(taskQuestions),
});
export type StepInput = z.infer<typeof stepInput>;

export const stepsInput = z.array(stepInput).check(
  z.minLength(1),
  z.maxLength(STEPS_MAX),
  z.refine(
    (steps) =>
      steps.every(
        ({ number }, at) =>
          number === undefined || steps.findIndex((step) => step.number === number) === at,
      ),
    'A step can stand in a test only once.',
  ),
);
