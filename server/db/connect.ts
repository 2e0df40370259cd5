// Connects to the installation's database at the start: the embedded one, or DATABASE_URL once it has shown that it
// works for us; then migrates it.
import type { PoolConfig } from 'pg';
import { type Config, naming } from '#server/config.ts';
import { warnOfOtherClock } from './clock.ts';
import { type Database, openDatabase } from './database.ts';
import { startEmbeddedDatabase } from './embedded/embedded-database.ts';
import type { PostmasterLog } from './embedded/postmaster.ts';
import { migrate } from './migrate.ts';
import { refuseForgetfulPooler, refuseOtherDatabase } from './pooler-check.ts';

export interface Connected {
  /** For what a pooler may not pass on: notices, and the job queue with its own. */
  direct: PoolConfig;
  db: Database;
}

/** @throws Error with one line that names the variable whose value can't be used */
export async function connectDatabase(
  config: Config,
  closing: AsyncDisposableStack,
  log: PostmasterLog & { info(detail: object, message: string): void },
): Promise<Connected> {
  const { databaseUrl, databaseDirectUrl, dataDir } = config;
  if (databaseUrl === null) {
    const embedded = await startEmbeddedDatabase({ dataDir, log });
    closing.defer(() => embedded.stop());
    const { connection } = embedded;
    return { direct: connection, db: await openMigrated(connection, closing) };
  }
  const connection = { connectionString: databaseUrl };
  const db = await naming('DATABASE_URL', async () => {
    await refuseForgetfulPooler(connection);
    return await openMigrated(connection, closing);
  });
  await warnOfOtherClock(db, log);
  if (databaseDirectUrl === null) return { direct: connection, db };
  const direct = { connectionString: databaseDirectUrl };
  await naming('DATABASE_DIRECT_URL', () => refuseOtherDatabase(db, direct));
  return { direct, db };
}

async function openMigrated(
  connection: PoolConfig,
  closing: AsyncDisposableStack,
): Promise<Database> {
  const db = openDatabase(connection);
  closing.defer(() => db.destroy());
  await migrate(db);
  return db;
}
