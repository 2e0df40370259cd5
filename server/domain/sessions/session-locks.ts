// The order in which transactions take rows: recording, session, test. What deletes them takes them in that order
// too, for a deletion by cascade goes the other way: beside a session that closes each would wait for the other.
import type { SessionId, TestId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';

/** Takes the rows of one session, or of all of a test, until the transaction ends. */
export async function lockSessions(
  db: Database,
  which: { sessionId: SessionId } | { testId: TestId },
): Promise<void> {
  const sessions = db.selectFrom('sessions').select('id').orderBy('id');
  const wanted =
    'sessionId' in which
      ? sessions.where('id', '=', which.sessionId)
      : sessions.where('test_id', '=', which.testId);
  await db
    .selectFrom('recordings')
    .select('session_id')
    .where('session_id', 'in', wanted)
    .orderBy('session_id')
    .forUpdate()
    .execute();
  await wanted.forUpdate().execute();
}
