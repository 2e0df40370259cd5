// The first task of a test: what calls are about that name none.
import type { TestId } from '#contract/ids.ts';
import { type Authorized, atStep, type TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';

/** The first task of what a proof permits. */
export async function atFirstTask<Ref extends TestRef>(
  db: Database,
  ref: Authorized<Ref>,
): Promise<Authorized<Ref & { step: number }>> {
  return atStep(ref, await firstTask(db, ref.testId));
}

/** Returns the number of the first task of a test's newest revision. */
export async function firstTask(db: Database, testId: TestId): Promise<number> {
  const row = await db
    .selectFrom('revisions')
    .innerJoin('steps', 'steps.revision_id', 'revisions.id')
    .select('steps.number')
    .where('revisions.test_id', '=', testId)
    .where('revisions.number', 'is not', null)
    .orderBy('revisions.created_at', 'desc')
    .orderBy('steps.position')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? 1;
}
