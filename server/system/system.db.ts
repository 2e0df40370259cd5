// Asks the database whether it is there, and whose the stored objects are.
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';
import { DatabaseAway } from '#server/platform/db/database-away.ts';

/** A health check gives up after 4 s. */
const ANSWER_MAX_MS = 3000;

/** @throws DatabaseAway when the database is away or does not answer in time */
export async function answersQueries(db: Database): Promise<boolean> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new DatabaseAway(new Error(`no answer within ${ANSWER_MAX_MS / 1000} s`)));
  }, ANSWER_MAX_MS);
  try {
    await Promise.race([sql`SELECT 1`.execute(db), late.promise]);
    return true;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns which of these ids have a row, including rows that are still to be deleted. */
export async function existingOwners(
  db: Database,
  folder: 'recordings' | 'screens' | 'exports',
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const isOne = sql<boolean>`id = ANY(${ids}::uuid[])`;
  const query =
    folder !== 'recordings'
      ? db.selectFrom(folder).select('id').where(isOne)
      : db.selectFrom('all_sessions').select('id').where(isOne);
  return new Set((await query.execute()).map((row) => row.id));
}
