// Pilots: sessions in which members try their own test. They take part nowhere, and have a list of their own.
import { sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Counts the pilots of a test. It is exact in a transaction that holds the test's lock. */
export async function countPilots(db: Database, testId: TestId): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('test_id', '=', testId)
    .where(sql<boolean>`is_pilot`)
    .executeTakeFirstOrThrow();
  return Number(count);
}
