// Steps of a revision in the database, in their order.
import { sql } from 'kysely';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Step } from '#contract/steps.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type StepGoal, stepGoalFromRow } from './goals.db.ts';
import type { Task } from './revisions.db.ts';

/** A step as it is stored. */
export interface StoredStep extends Task, StepGoal {
  id: string;
  number: number;
  goalSetAt: Date | null;
}

export async function stepsOfRevision(db: Database, revisionId: RevisionId): Promise<StoredStep[]> {
  const rows = await db
    .selectFrom('steps')
    .select(['id', 'number', 'text', 'prototype_url', 'goal', 'asks', 'goal_set_at'])
    .where('revision_id', '=', revisionId)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    text: row.text,
    prototypeUrl: row.prototype_url ?? '',
    ...stepGoalFromRow(row),
    goalSetAt: row.goal_set_at,
  }));
}

/**
 * Returns a number above those of all steps that a test has had, in retired revisions too. Needs the test's lock.
 */
export async function nextStepNumber(db: Database, testId: TestId): Promise<number> {
  const { last } = await db
    .selectFrom('steps')
    .innerJoin('revisions', 'revisions.id', 'steps.revision_id')
    .select(({ fn }) => fn.max('steps.number').as('last'))
    .where('revisions.test_id', '=', testId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export interface StepRow {
  number: number;
  kind: 'task';
  text: string;
  prototype_url: string | null;
  goal: object | null;
  asks: string[];
}

/** A column with the steps of a revision. @param revision the column of its id */
export function stepsColumn(revision: string) {
  return sql<StepRow[]>`(SELECT coalesce(json_agg(step ORDER BY position), '[]') FROM (
    SELECT position, number, kind, text, prototype_url, goal, asks FROM steps
    WHERE revision_id = ${sql.ref(revision)}) AS step)`;
}

export function stepFromRow(row: StepRow): Step {
  return {
    number: row.number,
    kind: row.kind,
    task: row.text,
    figmaUrl: row.prototype_url ?? '',
    ...stepGoalFromRow(row),
  };
}
