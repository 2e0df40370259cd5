// The goal of a task: when a run through it has succeeded. Questions after the task are in task-questions.ts.
import { z } from 'zod/mini';
import { screenId } from './screens.ts';

/** Screens of one goal, routes to it, and screens of one route: more than any task has. */
const GOAL_SCREENS_MAX = 50;
const ROUTES_MAX = 20;
const ROUTE_SCREENS_MAX = 100;

/** @param node id of a screen */
function goalWith<Id extends z.ZodMiniType<string>>(node: Id) {
  const route = z.array(node).check(z.minLength(1), z.maxLength(ROUTE_SCREENS_MAX));
  /** One of `screens` must be reached. */
  const screensGoal = z.object({
    kind: z.literal('screens'),
    screens: z
      .array(node)
      .check(z.minLength(1, 'Choose at least one screen.'), z.maxLength(GOAL_SCREENS_MAX)),
    /** Screens in order that count as direct, each ending at a goal screen; none: no screen twice is direct. */
    routes: z.array(route).check(z.maxLength(ROUTES_MAX)),
  });
  /** Decided by members while they watch: the only goal for pages that report nothing. */
  const judgedGoal = z.object({ kind: z.literal('judged') });
  return z.discriminatedUnion('kind', [screensGoal, judgedGoal]);
}

/** A goal as it is stored and returned: node ids as the prototype reports them. */
export const goal = goalWith(z.string());
export type Goal = z.infer<typeof goal>;

/** A goal as clients send it. */
export const goalInput = goalWith(screenId).check(
  z.refine(
    (goal) =>
      goal.kind === 'judged' ||
      goal.routes.every((screens) => goal.screens.includes(screens.at(-1) ?? '')),
    { path: ['routes'], message: 'A route ends at a goal screen.' },
  ),
);
