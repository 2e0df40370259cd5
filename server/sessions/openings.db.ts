// Opened share links in the database: what happened before a session recorded anything. No names, no addresses.
import { sql } from 'kysely';
import type { OpeningId, RevisionId, SessionId, TestId } from '#contract/ids.ts';
import { OPENINGS_MAX_PER_TEST } from '#contract/limits.ts';
import type { Obstacle } from '#contract/obstacles.ts';
import type { Database } from '#server/platform/db/database.ts';

export interface Opening {
  id: OpeningId;
  testId: TestId;
  /** The revision that the page shows. */
  revisionId: RevisionId;
  /** The present obstacle, or null if there is none. */
  obstacle: Obstacle | null;
}

/**
 * Stores an opening; the same id again changes its obstacle alone.
 * @returns `unknown`: the test has no such revision, or the id is another test's; `full`: the test has the
 * maximum number of stored openings.
 */
export async function noteOpening(
  db: Database,
  { id, testId, revisionId, obstacle }: Opening,
): Promise<'noted' | 'unknown' | 'full'> {
  const known = await db
    .updateTable('openings')
    .set({ obstacle })
    .where('id', '=', id)
    .where('test_id', '=', testId)
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n) return 'noted';
  const added = await sql`INSERT INTO openings (id, test_id, revision_id, obstacle)
    SELECT ${id}, test_id, id, ${obstacle} FROM revisions WHERE id = ${revisionId} AND test_id = ${testId}
      AND coalesce((SELECT openings FROM opening_counts WHERE test_id = ${testId}), 0) < ${OPENINGS_MAX_PER_TEST}
    ON CONFLICT (id) DO UPDATE SET obstacle = excluded.obstacle WHERE openings.test_id = excluded.test_id
    RETURNING id`.execute(db);
  if (added.rows.length > 0) return 'noted';
  return (await isFull(db, testId)) ? 'full' : 'unknown';
}

async function isFull(db: Database, testId: TestId): Promise<boolean> {
  const row = await db
    .selectFrom('opening_counts')
    .select('openings')
    .where('test_id', '=', testId)
    .executeTakeFirst();
  return (row?.openings ?? 0) >= OPENINGS_MAX_PER_TEST;
}

/**
 * Records that a session has begun from an opening. An opening whose own call got lost is stored now; one of
 * another test is unchanged. Needs the test's lock.
 */
export async function noteStart(
  db: Database,
  opening: Omit<Opening, 'obstacle'> & { sessionId: SessionId },
): Promise<void> {
  // The revision is the one that the session runs: the page may have shown the one before.
  const begun = {
    started: true,
    session_id: opening.sessionId,
    revision_id: opening.revisionId,
  };
  await db
    .insertInto('openings')
    .values({
      id: opening.id,
      test_id: opening.testId,
      obstacle: null,
      ...begun,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(begun).where('openings.test_id', '=', opening.testId),
    )
    .execute();
}
