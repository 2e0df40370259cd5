// A session that began earlier than it did, by the database's clock: it may have stored what was recorded since.
import { sql } from 'kysely';
import type { StartedSession } from '#contract/sessions.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Moves a session's start so many seconds further into the past. */
export async function backdateSession(
  db: Database,
  { _id }: Pick<StartedSession, '_id'>,
  seconds: number,
): Promise<void> {
  await sql`UPDATE all_sessions SET started_at = started_at - ${seconds} * interval '1 second'
    WHERE id = ${_id}`.execute(db);
}
