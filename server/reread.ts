// `npm run reread`: reads every session of this installation again, also beside a running server.
import { constants } from 'node:os';
import { readConfig } from './platform/config/config.ts';
import { openDatabase } from './platform/db/database.ts';
import {
  hasDatabase,
  runningDatabase,
  startEmbeddedDatabase,
} from './platform/db/embedded/embedded-database.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLog } from './platform/log/log.ts';
import { UMASK } from './platform/machine/data-folder.ts';
import { prototypeHosts } from './prototypes/prototype-hosts.ts';
import { rereadAll } from './readings/reread.ts';

const PROGRESS_EVERY = 1000;

async function main(): Promise<void> {
  process.umask(UMASK);
  const config = readConfig(process.env);
  await using closing = new AsyncDisposableStack();
  // An embedded database that was started for this ends with the process.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  const db = openDatabase(await connect(config, closing));
  closing.defer(() => db.destroy());
  await migrate(db);
  const sample = config.samplePort === null ? null : `http://${config.host}:${config.samplePort}`;
  const parts = { db, prototypeHosts: prototypeHosts(config.figma, sample) };
  const sum = await rereadAll(parts, {
    progress: (done, of) => {
      if (done % PROGRESS_EVERY === 0) say(`${done} of ${of}`);
    },
    failed: (sessionId, error) => say(`session ${sessionId} could not be read: ${String(error)}`),
  });
  say(`${sum.sessions} sessions read, ${sum.changed} changed, ${sum.first} for the first time.`);
  for (const [kind, sessions] of sum.byKind) say(`  ${kind}: ${sessions}`);
  if (sum.failed > 0) process.exitCode = 1;
}

async function connect(
  { databaseUrl, dataDir }: ReturnType<typeof readConfig>,
  closing: AsyncDisposableStack,
) {
  if (databaseUrl) return { connectionString: databaseUrl };
  const log = createLog('warn');
  if (!hasDatabase({ dataDir, log })) {
    throw new Error(
      `There is no installation in ${dataDir}: set DATA_DIR or DATABASE_URL as for the server, and run as its user`,
    );
  }
  const running = runningDatabase({ dataDir, log });
  if (running) return running;
  const database = await startEmbeddedDatabase({ dataDir, log });
  closing.defer(() => database.stop());
  return database.connection;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
