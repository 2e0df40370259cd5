// Opened share links in the database: what happened before a session recorded anything. No names, no addresses.
import { sql } from 'kysely';
import type { OpeningId, RevisionId, SessionId, TestId } from '#contract/ids.ts';
import { OPENINGS_MAX_PER_TEST } from '#contract/limits.ts';
import type { Obstacle } from '#contract/obstacles.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ScreeningEnd } from './screening.rules.ts';

export interface Opening {
  id: OpeningId;
  testId: TestId;
  /** The revision that the page shows. */
  revisionId: RevisionId;
  /** The present obstacle, or null if there is none. */
  obstacle: Obstacle | null;
}

/** Number of openings that make room at once, so that a full test is searched for its oldest ones once in so many. */
const ROOM = OPENINGS_MAX_PER_TEST / 100;

/**
 * Stores an opening; the same id again changes its obstacle alone. Where the test has the maximum number of openings, the
 * oldest ones without a session make room.
 * @returns `unknown`: the test has no such revision, or the id is another test's; `full`: no opening can make room.
 */
export async function noteOpening(
  db: Database,
  opening: Opening,
): Promise<'noted' | 'unknown' | 'full'> {
  const known = await db
    .updateTable('openings')
    .set({ obstacle: opening.obstacle })
    .where('id', '=', opening.id)
    .where('test_id', '=', opening.testId)
    .executeTakeFirst();
  if (known.numUpdatedRows > 0n || (await insertOpening(db, opening))) return 'noted';
  const room = await makeRoom(db, opening.testId);
  if (room === 'full') return 'full';
  return room === 'made' && (await insertOpening(db, opening)) ? 'noted' : 'unknown';
}

async function insertOpening(
  db: Database,
  { id, testId, revisionId, obstacle }: Opening,
): Promise<boolean> {
  const added = await sql`INSERT INTO openings (id, test_id, revision_id, obstacle)
    SELECT ${id}, test_id, id, ${obstacle} FROM revisions WHERE id = ${revisionId} AND test_id = ${testId}
      AND coalesce((SELECT openings FROM opening_counts WHERE test_id = ${testId}), 0) < ${OPENINGS_MAX_PER_TEST}
    ON CONFLICT (id) DO UPDATE SET obstacle = excluded.obstacle WHERE openings.test_id = excluded.test_id
    RETURNING id`.execute(db);
  return added.rows.length > 0;
}

/** Deletes the oldest openings of a full test that led to no session. The lock on the count lets one call do so. */
async function makeRoom(db: Database, testId: TestId): Promise<'made' | 'unneeded' | 'full'> {
  return await db.transaction().execute(async (transaction) => {
    const count = await transaction
      .selectFrom('opening_counts')
      .select('openings')
      .where('test_id', '=', testId)
      .forUpdate()
      .executeTakeFirst();
    if ((count?.openings ?? 0) < OPENINGS_MAX_PER_TEST) return 'unneeded';
    const { rows } = await sql`DELETE FROM openings WHERE session_id IS NULL AND id IN (
        SELECT id FROM openings WHERE test_id = ${testId} AND session_id IS NULL
        ORDER BY opened_at LIMIT ${ROOM} FOR UPDATE SKIP LOCKED)
      RETURNING id`.execute(transaction);
    if (rows.length === 0) return 'full';
    await transaction
      .updateTable('opening_counts')
      .set((row) => ({ openings: row('openings', '-', rows.length) }))
      .where('test_id', '=', testId)
      .execute();
    return 'made';
  });
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

/** Stores the answer with which an opening ended; the first one counts. One that led to a session is unchanged. */
export async function noteScreenedOut(
  db: Database,
  opening: Omit<Opening, 'obstacle'>,
  end: ScreeningEnd,
): Promise<void> {
  if (await storeScreenedOut(db, opening, end)) return;
  // The call that counts the opening got lost.
  await noteOpening(db, { ...opening, obstacle: null });
  await storeScreenedOut(db, opening, end);
}

async function storeScreenedOut(
  db: Database,
  { id, testId }: Pick<Opening, 'id' | 'testId'>,
  { step, word }: ScreeningEnd,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('openings')
    .set({
      screened_step: sql`coalesce(screened_step, ${step})`,
      screened_word: sql`coalesce(screened_word, ${word})`,
    })
    .where('id', '=', id)
    .where('test_id', '=', testId)
    .where('started', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether an answer has ended the opening before. */
export async function isScreenedOut(
  db: Database,
  { id, testId }: Pick<Opening, 'id' | 'testId'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('openings')
    .select('id')
    .where('id', '=', id)
    .where('test_id', '=', testId)
    .where('screened_step', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
