// Closed tests: by hand, by their date, or because the last submission of their limit is finished. Each closing
// is sent to webhooks once; a test that opens again may close again.
import { sql } from 'kysely';
import type { SessionId, TestId } from '#contract/ids.ts';
import type { Parts } from '#server/parts.ts';
import type { Database } from '#server/platform/db/database.ts';
import { emit } from '#server/webhooks/emit.flow.ts';

/** Dates that came while no server ran are sent for so long. */
const LATE_DAYS = 30;

type Because = 'hand' | 'date' | 'limit';

/**
 * Compares the test's state with the state that webhooks received last. @param db the transaction that may have
 * closed or opened it.
 */
export async function settleClosing(
  parts: Pick<Parts, 'jobs' | 'publicUrl'>,
  db: Database,
  testId: TestId,
): Promise<void> {
  // The last two sessions may end at once: the second looks when the first is over.
  await sql`SELECT FROM tests WHERE id = ${testId} FOR NO KEY UPDATE`.execute(db);
  const { rows } = await sql<{ because: Because | null }>`SELECT CASE
      WHEN closed_by_hand THEN 'hand'
      WHEN close_date <= now() THEN 'date'
      WHEN submissions >= submission_limit
        AND NOT EXISTS (SELECT FROM sessions WHERE test_id = tests.id AND is_running)
        AND NOT EXISTS (SELECT FROM sessions WHERE test_id = tests.id AND waiting_from IS NOT NULL AND holds_slot)
        THEN 'limit'
      END AS because
    FROM tests WHERE id = ${testId}`.execute(db);
  const because = rows[0]?.because ?? null;
  if (because === null) {
    await db.deleteFrom('closed_tests').where('test_id', '=', testId).execute();
    return;
  }
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('closed_tests')
    .values({ test_id: testId, because })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n)
    await emit(parts, db, { type: 'test.closed', testId, because });
}

/** Does so when a session has ended, if its test has all the submissions of its limit. */
export async function settleClosingAfter(
  parts: Pick<Parts, 'jobs' | 'publicUrl'>,
  db: Database,
  sessionId: SessionId,
): Promise<void> {
  const { rows } = await sql<{
    id: TestId;
  }>`SELECT tests.id FROM sessions JOIN tests ON tests.id = sessions.test_id
    WHERE sessions.id = ${sessionId} AND submissions >= submission_limit`.execute(db);
  for (const { id } of rows) await settleClosing(parts, db, id);
}

/** The job: tests whose date has come. */
export async function settleDueClosings(
  parts: Pick<Parts, 'publicUrl' | 'db' | 'jobs'>,
): Promise<void> {
  const { rows } = await sql<{ id: TestId }>`SELECT id FROM tests
    WHERE close_date <= now() AND close_date > now() - ${LATE_DAYS} * interval '1 day'
      AND NOT EXISTS (SELECT FROM closed_tests WHERE test_id = tests.id)`.execute(parts.db);
  for (const { id } of rows) {
    await parts.db.transaction().execute((db) => settleClosing(parts, db, id));
  }
}
