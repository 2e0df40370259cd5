// Tasks of a test in their order. Calls that name none are about the first one.
import { sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';
import { STEPS_MAX } from '#contract/limits.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { type Authorized, atStep, type TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newestRevision } from './revisions.db.ts';
import type { StepRow } from './steps.db.ts';

/** The first task of what a proof permits. */
export async function atFirstTask<Ref extends TestRef>(
  db: Database,
  ref: Authorized<Ref>,
): Promise<Authorized<Ref & { step: number }>> {
  return atStep(ref, await firstTask(db, ref.testId));
}

/** Returns the number of the first task of a test's newest revision. */
export async function firstTask(db: Database, testId: TestId): Promise<number> {
  const [first] = await tasksOf(db, testId);
  return first?.number ?? 1;
}

export interface TestTask {
  /** Number of its step. */
  number: number;
  text: string;
  /** Place among the objects of one task, or null for a task with one. */
  variant: number | null;
}

/**
 * Returns the tasks of a revision, or of the newest one without its number; of all revisions those of the newest one, and
 * after them those that it no longer has.
 */
export async function tasksOf(
  db: Database,
  testId: TestId,
  revision?: ResultFilter['revision'],
): Promise<TestTask[]> {
  const revisionId = newestRevision(db, testId).$if(typeof revision === 'number', (all) =>
    all.where('revisions.number', '=', Number(revision)),
  );
  const tasks = await db
    .selectFrom('steps')
    .select(['number', 'text', 'variant'])
    .where('revision_id', '=', revisionId)
    .where('kind', '=', 'task')
    .orderBy('position')
    .execute();
  return revision === 'all' ? [...tasks, ...(await deletedSteps(db, testId, ['task']))] : tasks;
}

/** A step that the newest revision of a test no longer has, as the last one that had it. */
export type DeletedStep = TestTask & Pick<StepRow, 'kind' | 'content'>;

/**
 * Returns the steps of these kinds that older revisions of a test have and the newest one does not, the last deleted
 * first and then in their order: as many as a revision may have steps.
 */
export async function deletedSteps(
  db: Database,
  testId: TestId,
  kinds: readonly StepRow['kind'][],
): Promise<DeletedStep[]> {
  const { rows } = await sql<DeletedStep>`SELECT number, text, variant, kind, content FROM (
      SELECT DISTINCT ON (steps.number) steps.number, text, variant, kind, content, position, created_at
      FROM revisions JOIN steps ON steps.revision_id = revisions.id
      WHERE test_id = ${testId} AND revisions.number IS NOT NULL
      ORDER BY steps.number, created_at DESC) AS last
    WHERE kind = ANY(${kinds}::text[])
      AND number NOT IN (SELECT number FROM steps WHERE revision_id = ${newestRevision(db, testId)})
    ORDER BY created_at DESC, position LIMIT ${STEPS_MAX}`.execute(db);
  return rows;
}

/**
 * Returns the step of a task's variant, in the newest revision that has the task; the step itself for a step without
 * variants, and where not one variant is chosen.
 */
export async function stepOfVariant(
  db: Database,
  { testId, step }: { testId: TestId; step: number },
  variants: ResultFilter['variant'],
): Promise<number> {
  const [variant, ...others] = variants ?? [];
  if (variant === undefined || others.length > 0) return step;
  const row = await db
    .selectFrom('revisions')
    .innerJoin('steps as own', 'own.revision_id', 'revisions.id')
    .innerJoin('steps as other', 'other.revision_id', 'revisions.id')
    .select('other.number')
    .where('revisions.test_id', '=', testId)
    .where('revisions.number', 'is not', null)
    .where('own.number', '=', step)
    .where('other.variant', '=', variant)
    .whereRef('other.position', '=', sql`own.position - own.variant + other.variant`)
    .orderBy('revisions.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? step;
}
