// What a withdrawn recording leaves behind in reels and findings: places that say so, without anything of its participant.
import { sql } from 'kysely';
import type { SessionId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';

/** In the transaction that withdraws it: later nothing tells whose clips they were. */
export async function leaveWithdrawnPlaces(db: Database, sessionId: SessionId): Promise<void> {
  const clips = sql`clip_id IN (SELECT id FROM clips WHERE session_id = ${sessionId})`;
  await sql`UPDATE reel_items SET withdrawn = true WHERE ${clips}`.execute(db);
  await sql`UPDATE finding_evidence SET withdrawn = true
    WHERE ${clips} OR note_id IN (SELECT id FROM notes WHERE session_id = ${sessionId})`.execute(
    db,
  );
}
