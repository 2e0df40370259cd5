// Tasks of a test in their order. Calls that name none are about the first one.
import { sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { type Authorized, atStep, type TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newestRevision } from './revisions.db.ts';

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

/** Returns the tasks of a revision; without its number, and for all, those of the newest one. */
export async function tasksOf(
  db: Database,
  testId: TestId,
  revision: ResultFilter['revision'] = 'all',
): Promise<TestTask[]> {
  const revisionId = newestRevision(db, testId).$if(revision !== 'all', (all) =>
    all.where('revisions.number', '=', Number(revision)),
  );
  return await db
    .selectFrom('steps')
    .select(['number', 'text', 'variant'])
    .where('revision_id', '=', revisionId)
    .where('kind', '=', 'task')
    .orderBy('position')
    .execute();
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
