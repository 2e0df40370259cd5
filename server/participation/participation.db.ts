// The way in which people take part in a test, in the database.
import type { TestId } from '#contract/ids.ts';
import { type Participation, PLAIN_PARTICIPATION } from '#contract/participation.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Fields that a later version adds have their plain value in older rows. */
export async function readParticipation(db: Database, testId: TestId): Promise<Participation> {
  const row = await db
    .selectFrom('participations')
    .select('content')
    .where('test_id', '=', testId)
    .executeTakeFirst();
  return { ...PLAIN_PARTICIPATION, ...row?.content };
}

export async function storeParticipation(
  db: Database,
  testId: TestId,
  participation: Participation,
): Promise<void> {
  const content = JSON.stringify(participation);
  await db
    .insertInto('participations')
    .values({ test_id: testId, content })
    .onConflict((conflict) => conflict.column('test_id').doUpdateSet({ content }))
    .execute();
}
