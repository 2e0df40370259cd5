// Starts the server: configuration, database, storage, jobs, app, sample; and stops it in reverse.
import { join } from 'node:path';
import { startSample } from '#sample/sample.ts';
import { createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { startEmbeddedDatabase } from './db/embedded/embedded-database.ts';
import { migrate } from './db/migrate.ts';
import { openStorageSpace } from './domain/workspaces/storage-space.ts';
import { openJobs } from './jobs/jobs.ts';
import { createLog } from './log/log.ts';
import { createSecurityLog } from './log/security-log.ts';
import { makeDataFolder, UMASK } from './machine/data-folder.ts';
import { freePort } from './machine/free-port.ts';
import { createMailer } from './mail/mailer.ts';
import { outboxDir } from './mail/outbox.ts';
import { createIntake } from './media/intake.ts';
import type { Parts } from './parts.ts';
import { jobHandlers } from './pipeline.ts';
import { openScreenshots } from './prototypes/browser/open-screenshots.ts';
import { prototypeHosts } from './prototypes/prototype-hosts.ts';
import { createRates } from './rates.ts';
import { createSecrets } from './secrets.ts';
import { keptSecret } from './session-secret.ts';
import { naming } from './start-failure.ts';
import { openStorage } from './storage/open-storage.ts';
import { openUpdates } from './updates/updates.ts';

const WEB_ROOT = join(import.meta.dirname, '..', 'dist', 'web');

/** What has been started, last one first: stopping goes through it in this order. */
type Stops = (() => Promise<unknown>)[];

async function start(config: Config, stops: Stops): Promise<void> {
  const log = createLog(config.logLevel);
  const port =
    config.port === 0 ? await naming('HOST, PORT', () => freePort(config.host)) : config.port;
  const publicUrl = config.publicUrl ?? originOf(config.host, port);
  // Needed for nothing that is kept elsewhere.
  if (!(config.databaseUrl && config.s3)) await makeDataFolder(config.dataDir, log);
  const connection = await connect(config, log, stops);
  const db = openDatabase(connection);
  stops.unshift(() => db.destroy());
  await (config.databaseUrl ? naming('DATABASE_URL', () => migrate(db)) : migrate(db));
  const jobs = await openJobs(connection, log);
  stops.unshift(() => jobs.stop());
  const updates = await openUpdates(connection, db, log);
  stops.unshift(() => updates.stop());
  const storage = await openStorage(config);
  const sample = await startSampleIfFree(config, log);
  if (sample) stops.unshift(() => sample.stop());
  const hosts = prototypeHosts(config.figma, sample?.origin ?? null);
  const screenshots = openScreenshots(config, { publicUrl, prototypeHosts: hosts, log });
  const parts: Parts = {
    config,
    publicUrl,
    log,
    securityLog: createSecurityLog(log),
    db,
    storage,
    intake: createIntake(storage),
    rates: createRates(db),
    space: openStorageSpace({ db, config, log }),
    secrets: createSecrets(config.sessionSecret ?? (await keptSecret(config.dataDir))),
    mailer: createMailer({ ...config.mail, outboxDir: outboxDir(config) }),
    jobs,
    updates,
    prototypeHosts: hosts,
    screenshots,
    samplePrototypeUrl: sample?.prototypeUrl ?? null,
    webRoot: WEB_ROOT,
  };
  const app = await createApp(parts);
  stops.unshift(() => app.close());
  // Before the app: requests that wait for a picture end with it.
  stops.unshift(async () => screenshots?.close());
  await naming('HOST, PORT', () => app.listen({ port, host: config.host }));
  await jobs.work(jobHandlers(parts));
  // Who runs the server should learn now, not with the first recording, that there will be no pictures.
  void screenshots?.check();
  greet(parts);
}

/** An IPv6 address stands in brackets (RFC 3986 section 3.2.2). */
function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function connect(config: Config, log: Parts['log'], stops: Stops) {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const database = await startEmbeddedDatabase({ dataDir: config.dataDir, log });
  stops.unshift(() => database.stop());
  return database.connection;
}

/** The sample is a convenience: when its port is taken the product runs without it. */
async function startSampleIfFree(config: Config, log: Parts['log']) {
  if (config.samplePort === null) return null;
  try {
    return await startSample({ port: config.samplePort, host: config.host });
  } catch (error) {
    log.warn({ err: error, port: config.samplePort }, 'the sample prototype is not served');
    return null;
  }
}

function greet({ publicUrl, config, samplePrototypeUrl }: Parts): void {
  const lines = [`Tryout is running at ${publicUrl}`, ''];
  if (config.google === null) {
    lines.push('1. Open it and sign in: any e-mail and name, this is a stand-in for Google.');
  } else {
    lines.push('1. Open it and sign in with Google.');
  }
  if (samplePrototypeUrl) {
    lines.push('2. Create a test. A sample prototype to try it with:', `   ${samplePrototypeUrl}`);
  } else {
    lines.push('2. Create a test with the link of a prototype.');
  }
  lines.push('3. Open its share link in another window, take the test, then watch the recording.');
  lines.push('', `Everything is kept in ${config.dataDir}. Stop with Ctrl-C.`);
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

/** Time for running requests and jobs to end; after it the process ends all the same. */
const STOP_LIMIT_MS = 15_000;

async function stop(stops: Stops): Promise<void> {
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  for (const step of stops) await step();
}

function main(): void {
  process.umask(UMASK);
  const stops: Stops = [];
  let stopping = false;
  const end = (code: number) => {
    if (stopping) return;
    stopping = true;
    stop(stops).then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  // A terminal and `npm` both pass Ctrl-C on: a second signal must not cut the stop short.
  process.on('SIGINT', () => end(0)).on('SIGTERM', () => end(0));
  Promise.resolve()
    .then(() => start(readConfig(process.env), stops))
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      end(1);
    });
}

main();
