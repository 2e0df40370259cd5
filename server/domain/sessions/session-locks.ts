// The order in which transactions take rows: recording, session, test. What deletes them takes them in that order
// too, for a deletion by cascade goes the other way: beside a session that closes each would wait for the other.
import type { SessionId, TestId, UserId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';

/** Takes the rows of one session, of all of a test, or of all of a person's own workspaces, until the transaction ends. */
export async function lockSessions(
  db: Database,
  which: { sessionId: SessionId } | { testId: TestId } | { ownerId: UserId },
): Promise<void> {
  const sessions = db.selectFrom('sessions').select('id').orderBy('id');
  const testsOf = (ownerId: UserId) =>
    db
      .selectFrom('tests')
      .innerJoin('workspaces', 'workspaces.id', 'tests.workspace_id')
      .select('tests.id')
      .where('workspaces.owner_id', '=', ownerId);
  const ofTests = (which: { testId: TestId } | { ownerId: UserId }) =>
    'testId' in which
      ? sessions.where('test_id', '=', which.testId)
      : sessions.where('test_id', 'in', testsOf(which.ownerId));
  const wanted = 'sessionId' in which ? sessions.where('id', '=', which.sessionId) : ofTests(which);
  await db
    .selectFrom('recordings')
    .select('session_id')
    .where('session_id', 'in', wanted)
    .orderBy('session_id')
    .forUpdate()
    .execute();
  await wanted.forUpdate().execute();
}
