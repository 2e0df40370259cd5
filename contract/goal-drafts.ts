// The goal of a task as it is chosen in a form that is not saved yet.
import { z } from 'zod/mini';
import { taskQuestion } from './task-questions.ts';

export const goalDraft = z.object({
  /** The kind of goal, or null until the creator selects one; the form then suggests one by the prototype's link. */
  choice: z.nullable(z.enum(['none', 'screens', 'judged'])),
  /** File of the prototype to which the screens and routes belong, or null without any. */
  file: z.nullable(z.string()),
  screens: z.array(z.string()),
  routes: z.array(z.array(z.string())),
  asks: z.array(taskQuestion),
});
export type GoalDraft = z.infer<typeof goalDraft>;
