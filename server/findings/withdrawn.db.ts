// What a withdrawn recording leaves behind in reels and findings: places that say so, without anything of its participant.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import { lockPlaces } from '#server/notes/evidence-locks.db.ts';
import type { Database } from '#server/platform/db/database.ts';

/** In the transaction that withdraws it: later nothing tells whose clips they were. */
export async function leaveWithdrawnPlaces(db: Database, sessionId: SessionId): Promise<void> {
  await lockPlaces(db, sql`session_id = ${sessionId}`);
  // As arrays, so that places are found by their indexes and not by a look at all of them.
  const clips = sql`clip_id = ANY (ARRAY (SELECT id FROM clips WHERE session_id = ${sessionId}))`;
  const notes = sql`note_id = ANY (ARRAY (SELECT id FROM notes WHERE session_id = ${sessionId}))`;
  await sql`UPDATE reel_items SET withdrawn = true WHERE ${clips}`.execute(db);
  await sql`UPDATE finding_evidence SET withdrawn = true WHERE ${clips}`.execute(db);
  await sql`UPDATE finding_evidence SET withdrawn = true WHERE ${notes}`.execute(db);
}
