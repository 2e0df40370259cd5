// Connects to the installation's database at the start: the embedded one, or DATABASE_URL once it has shown that it
// works for us; then migrates it.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { type Config, naming } from '#server/platform/config/config.ts';
import { type Closing, unlessEnded } from '#server/platform/machine/closing.ts';
import { type Database, openDatabase } from './database.ts';
import { startEmbeddedDatabase } from './embedded/embedded-database.ts';
import type { PostmasterLog } from './embedded/postmaster.ts';
import { CallTurns } from './fair-pool.ts';
import { migrate } from './migrate.ts';
import { refuseForgetfulPooler, refuseOtherDatabase } from './pooler-check.ts';

/** Time for statements to end when the server stops; the embedded database ends those that are left. */
const STATEMENTS_END_MS = 3000;

export interface Connected {
  /** Connection for everything that a pooler may not pass on: notices, and the job queue with its own. */
  direct: PoolConfig;
  db: Database;
  callTurns: CallTurns;
}

/** @throws Error with one line that names the variable whose value can't be used */
export async function connectDatabase(
  config: Config,
  closing: Closing,
  log: PostmasterLog & { info(detail: object, message: string): void },
): Promise<Connected> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  const callTurns = new CallTurns();
  if (databaseUrl === null) {
    const embedded = await startEmbeddedDatabase({ dataDir, log, signal: closing.ending });
    closing.defer(() => embedded.stop());
    const { connection } = embedded;
    const db = await openMigrated(connection, closing, { log, callTurns });
    return { direct: connection, db, callTurns };
  }
  const connection = { connectionString: databaseUrl };
  const db = await naming('DATABASE_URL', async () => {
    await unlessEnded(closing.ending, refuseForgetfulPooler(connection));
    return await openMigrated(connection, closing, { log, callTurns });
  });
  await warnOfOtherClock(db, log);
  if (databaseDirectUrl === null) return { direct: connection, db, callTurns };
  const direct = { connectionString: databaseDirectUrl };
  await naming('DATABASE_DIRECT_URL', () => refuseOtherDatabase(db, direct));
  return { direct, db, callTurns };
}

async function openMigrated(
  connection: PoolConfig,
  closing: Closing,
  { log, callTurns }: { log: Pick<PostmasterLog, 'warn'>; callTurns: CallTurns },
): Promise<Database> {
  const onDeadlock = (error: unknown) =>
    log.warn({ err: error }, 'a deadlock ended a transaction, which is repeated');
  const db = openDatabase(connection, onDeadlock, callTurns);
  closing.defer(() => endDatabase(db));
  await unlessEnded(closing.ending, migrate(db));
  return db;
}

/** A migration or another long statement may still run: its transaction ends with the connection and changes nothing. */
async function endDatabase(db: Database): Promise<void> {
  await Promise.race([db.destroy(), sleep(STATEMENTS_END_MS, undefined, { ref: false })]);
}

// The server's clock against the database's, which all servers share: one server compares times that another one
// wrote.

/**
 * Difference from which a warning is logged. Sessions of participants go by seconds: a page gives a sign of life
 * every 40 s.
 */
const FAR_MS = 5000;

/** Logs a warning at the start that the clocks of servers must be synchronized, if this one's differs. */
export async function warnOfOtherClock(
  db: Database,
  log: { warn(detail: object, message: string): void },
): Promise<void> {
  const requestedMs = Date.now();
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db);
  const answeredMs = Date.now();
  const databaseMs = rows[0]?.now.getTime() ?? answeredMs;
  // The database read its clock between the query and its answer.
  const nearestMs = Math.min(answeredMs, Math.max(requestedMs, databaseMs));
  const aheadSeconds = Math.round((nearestMs - databaseMs) / 1000);
  if (Math.abs(nearestMs - databaseMs) < FAR_MS) return;
  log.warn(
    { aheadSeconds },
    `this server's clock is ${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'} the database's: set it (NTP), or participants are taken for silent while they record`,
  );
}
