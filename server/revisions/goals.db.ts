// The goal of a step and the questions after it, in the database. They can change at any time without a new
// revision, and outcomes follow.

import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Goal, goal } from '#contract/goals.ts';
import { type TaskQuestion, taskQuestion, taskQuestions } from '#contract/task-questions.ts';
import type { Database } from '#server/platform/db/database.ts';

/** The goal that decides a step's runs, and the questions after it. */
export interface StepGoal {
  goal: Goal | null;
  asks: TaskQuestion[];
}

const storedGoal = z.nullable(goal);

export function stepGoalFromRow(row: { goal: object | null; asks: string[] }): StepGoal {
  return { goal: storedGoal.parse(row.goal), asks: taskQuestions.parse(row.asks) };
}

/** Default questions of a new test. */
export const ALL_ASKED: TaskQuestion[] = [...taskQuestion.options];

/** Columns of a new step. @param setAt time when its goal was set: a goal that is carried over has the old time */
export function goalColumns({ goal, asks }: StepGoal, setAt: Date) {
  return {
    goal: goal && JSON.stringify(goal),
    asks,
    goal_version: goal === null ? 0 : 1,
    goal_set_at: goal === null ? null : setAt,
    goal_set_after: goal === null ? null : 0,
  };
}

/**
 * Changes a step in place. Its version rises with the goal alone: runs settled with another one are settled again.
 * Needs the test's lock.
 * @returns whether outcomes follow
 */
export async function setGoal(
  db: Database,
  step: { stepId: string; before: StepGoal },
  { goal, asks }: StepGoal,
): Promise<boolean> {
  const isGoalChanged = !isDeepStrictEqual(goal, step.before.goal);
  if (!isGoalChanged && isDeepStrictEqual(asks, step.before.asks)) return false;
  await db
    .updateTable('steps')
    .set({ asks })
    .$if(isGoalChanged, (steps) =>
      steps.set((step) => ({
        goal: goal && JSON.stringify(goal),
        goal_version: step('goal_version', '+', 1),
        goal_set_at: goal && sql<Date>`clock_timestamp()`,
        goal_set_after: goal && recordedSessions,
      })),
    )
    .where('id', '=', step.stepId)
    .execute();
  return isGoalChanged;
}

/** Sessions of the step's revision that have recorded something. */
const recordedSessions = sql<number>`(
  SELECT count(*) FROM sessions WHERE sessions.revision_id = steps.revision_id AND took_part)`;
