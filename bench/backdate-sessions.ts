// Benchmarks send recordings faster than they can be made: the sessions of a running server begin two hours earlier.
import { sql } from 'kysely';
import { openDatabase } from '#server/platform/db/database.ts';
import { runningDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import type { RunningServer } from '../e2e/server.ts';

/** Moves the start of all sessions into the past, so that no upload is ahead of its time. */
export async function backdateSessions({ dataDir }: Pick<RunningServer, 'dataDir'>): Promise<void> {
  const connection = runningDatabase({ dataDir, log: console });
  if (!connection) throw new Error('the database of the server does not run');
  const db = openDatabase(connection);
  try {
    await sql`UPDATE all_sessions SET started_at = now() - interval '2 hours'`.execute(db);
  } finally {
    await db.destroy();
  }
}
