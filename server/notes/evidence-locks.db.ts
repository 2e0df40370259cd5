// The reels and findings that show clips or notes, in the database.
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

/**
 * Locks the reels and findings that show clips or notes until the transaction ends, the one with the lowest id first. A
 * deletion changes their items and evidence, and so does a member who puts them in another order: without the lock each
 * could wait for an item that the other one holds.
 * @param condition a condition on the columns that the tables of clips and notes have in common.
 */
export async function lockPlaces(db: Database, condition: RawBuilder<boolean>): Promise<void> {
  // Arrays make PostgreSQL find items by their indexes instead of a scan of all rows.
  const clips = sql`clip_id = ANY (ARRAY (SELECT id FROM clips WHERE ${condition}))`;
  const notes = sql`note_id = ANY (ARRAY (SELECT id FROM notes WHERE ${condition}))`;
  await sql`SELECT FROM reels WHERE id = ANY (ARRAY (SELECT reel_id FROM reel_items WHERE ${clips}))
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
  await sql`SELECT FROM findings WHERE id = ANY (ARRAY (
      SELECT finding_id FROM finding_evidence WHERE ${clips}
      UNION ALL SELECT finding_id FROM finding_evidence WHERE ${notes}))
    ORDER BY id FOR NO KEY UPDATE`.execute(db);
}
