// Places of a withdrawn recording in reels and findings: they mark the withdrawal and contain nothing of its
// participant.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { lockPlaces } from '#server/notes/evidence-locks.db.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Must run in the transaction that withdraws the recording, because later no row links its clips to it. */
export async function markWithdrawnPlaces(db: Database, sessionId: SessionId): Promise<void> {
  await lockPlaces(db, sql`session_id = ${sessionId}`);
  // Arrays let the database find places by their indexes instead of reading all of them.
  const clips = sql`clip_id = ANY (ARRAY (SELECT id FROM clips WHERE session_id = ${sessionId}))`;
  const notes = sql`note_id = ANY (ARRAY (SELECT id FROM notes WHERE session_id = ${sessionId}))`;
  await sql`UPDATE reel_items SET withdrawn = true WHERE ${clips}`.execute(db);
  await sql`UPDATE finding_evidence SET withdrawn = true WHERE ${clips}`.execute(db);
  await sql`UPDATE finding_evidence SET withdrawn = true WHERE ${notes}`.execute(db);
}
