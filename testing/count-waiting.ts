// Connections of a test's database that wait for a lock, for tests of what happens at once.
import { sql } from 'kysely';
import type { Database } from '#server/platform/db/database.ts';

export async function countWaiting(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
}
