// The goal of a task in the body of calls that create or change a test.
import { z } from 'zod/mini';
import { judgedGoal } from './goals.ts';
import { REGIONS_MAX } from './limits.ts';
import { screenId } from './screens.ts';

/** Screens of one goal, routes to it, and screens of one route: more than any task has. */
const GOAL_SCREENS_MAX = 50;
const ROUTES_MAX = 20;
const ROUTE_SCREENS_MAX = 100;

const route = z.array(screenId).check(z.minLength(1), z.maxLength(ROUTE_SCREENS_MAX));

const screensGoal = z.object({
  kind: z.literal('screens'),
  screens: z
    .array(screenId)
    .check(z.minLength(1, 'Choose at least one screen.'), z.maxLength(GOAL_SCREENS_MAX)),
  routes: z.array(route).check(z.maxLength(ROUTES_MAX)),
});

const regionsGoal = z.object({
  kind: z.literal('regions'),
  regions: z
    .array(z.int())
    .check(z.minLength(1, 'Choose at least one region.'), z.maxLength(REGIONS_MAX)),
});

/** A goal as clients send it. */
export const goalInput = z
  .discriminatedUnion('kind', [screensGoal, regionsGoal, judgedGoal])
  .check(
    z.refine(
      (goal) =>
        goal.kind !== 'screens' ||
        goal.routes.every((screens) => goal.screens.includes(screens.at(-1) ?? '')),
      { path: ['routes'], message: 'A route ends at a goal screen.' },
    ),
  );
