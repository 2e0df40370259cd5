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

/** Revisions beside the newest one that sessions of a test run at once; participants of older ones rarely reload. */
const RUNNING_REVISIONS_MAX = 10;

/** Returns the links of the tasks of other revisions of a test that a session runs now, the newest first. */
export async function runningPrototypes(
  db: Database,
  testId: TestId,
  newest: RevisionId,
): Promise<string[]> {
  const rows = await db
    .with('running', (with_) =>
      with_
        .selectFrom('sessions')
        .select('revision_id')
        .select(({ fn }) => fn.max('started_at').as('last'))
        .where('test_id', '=', testId)
        .where('is_running', '=', sql.lit(true))
        .where('revision_id', '!=', newest)
        .groupBy('revision_id')
        .orderBy('last', 'desc')
        .limit(RUNNING_REVISIONS_MAX),
    )
    .selectFrom('running')
    .innerJoin('steps', 'steps.revision_id', 'running.revision_id')
    .select('prototype_url')
    .orderBy('last', 'desc')
    .orderBy('position')
    .execute();
  return rows.map((row) => row.prototype_url ?? '');
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
