// The goal of a task: when a run through it has succeeded. Questions after the task are in task-questions.ts.
import { z } from 'zod/mini';

/** One of `screens` must be reached. Node ids are as the prototype reports them. */
const screensGoal = z.object({
  kind: z.literal('screens'),
  screens: z.array(z.string()),
  /** Screens in order that count as direct, each ending at a goal screen; none: no screen twice is direct. */
  routes: z.array(z.array(z.string())),
});

/** One of these regions of the task's picture must be pressed, by number. */
const regionsGoal = z.object({ kind: z.literal('regions'), regions: z.array(z.int()) });

/** Decided by members while they watch: the only goal for pages that report nothing. */
export const judgedGoal = z.object({ kind: z.literal('judged') });

/** A goal as it is stored and returned. */
export const goal = z.discriminatedUnion('kind', [screensGoal, regionsGoal, judgedGoal]);
export type Goal = z.infer<typeof goal>;
