// The server's clock against the database's, which all servers share: what one of them writes another one compares.
import { sql } from 'kysely';
import type { Database } from './database.ts';

/** Sessions of participants go by seconds: a page gives a sign of life every 40 s. */
const FAR_MS = 5000;

/** Says at the start that the clocks of servers must be kept together, when this one's is off. */
export async function warnOfOtherClock(
  db: Database,
  log: { warn(detail: object, message: string): void },
): Promise<void> {
  const askedMs = Date.now();
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  const answeredMs = Date.now();
  const databaseMs = rows[0]?.now.getTime() ?? answeredMs;
  // The database looked at its clock between question and answer.
  const nearestMs = Math.min(answeredMs, Math.max(askedMs, databaseMs));
  const aheadSeconds = Math.round((nearestMs - databaseMs) / 1000);
  if (Math.abs(nearestMs - databaseMs) < FAR_MS) return;
  log.warn(
    { aheadSeconds },
    `this server's clock is ${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'} the database's: set it (NTP), or participants are taken for silent while they record`,
  );
}
