// Asks the database whether it is there.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

export async function answersQueries(db: Database): Promise<boolean> {
  try {
    await sql`SELECT 1`.execute(db);
    return true;
  } catch {
    // Whatever the reason: the health answer is what tells.
    return false;
  }
}
