// Asks the database whether it is there, and whose the stored objects are.
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

/** Which of these ids have a row, be it one that is still to be removed. */
export async function knownOwners(
  db: Database,
  folder: 'recordings' | 'screens' | 'exports',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const query =
    folder !== 'recordings'
      ? db
          .selectFrom(folder)
          .select('id')
          .where('id', 'in', [...ids])
      : db
          .selectFrom('all_sessions')
          .select('id')
          .where('id', 'in', [...ids]);
  return new Set((await query.execute()).map((row) => row.id));
}
