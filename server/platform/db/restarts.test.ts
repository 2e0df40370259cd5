// A real server process whose database, or the pooler before it, is restarted: the process lives on, and calls, jobs
// and updates work again. Its log has one line for the loss and one for the return.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '#testing/client.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '#testing/pgbouncer.ts';
import { addressOf, type ServerProcess, startServerProcess } from '#testing/server-process.ts';
import { listen } from '#testing/update-events.ts';
import { type Database, openDatabase } from './database.ts';
import { SUPERUSER } from './embedded/app-role.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded/embedded-database.ts';

const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
/** PgBouncer and the server try a database that was away again some seconds apart. */
const patience = { timeout: 60_000, interval: 200 };

let folder: string;
let postgres: EmbeddedDatabase;
let pooler: PgBouncer | undefined;
let admin: Database;
let server: ServerProcess;
let owner: TestClient;
let lines: { level: number; msg: string }[];
let mails = 0;

const startPostgres = () =>
  startEmbeddedDatabase({ dataDir: join(folder, 'database'), log, settings: { fsync: 'off' } });

async function startServer(route: string): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'tryout-restarts-'));
  postgres = await startPostgres();
  const { connection } = postgres;
  admin = openDatabase({ ...connection, user: SUPERUSER });
  if (route === 'PgBouncer') pooler = await startPgBouncer(connection, { mode: 'session' });
  const address = pooler?.address ?? addressOf(connection);
  lines = [];
  mails = 0;
  server = await startServerProcess(
    { DATABASE_URL: address, LOG_LEVEL: 'info' },
    {
      database: { connection, db: admin, drop: async () => undefined },
      dataDir: join(folder, 'data'),
      onLine: (line) => {
        if (line.startsWith('{')) lines.push(JSON.parse(line));
      },
    },
  );
  owner = await server.signIn('ada@example.com');
}

async function stopAll(): Promise<void> {
  await server.close();
  await pooler?.stop();
  pooler = undefined;
  await admin.destroy();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Queues a mail, whose job may be running when the connections break. */
async function invite(): Promise<void> {
  mails += 1;
  const invitation = { teamMemberEmail: `guest-${mails}@example.com` };
  expect((await owner.post('/api/user-info/teamMembers', invitation)).status).toBe(200);
}

const sentMails = async () =>
  (await readdir(join(folder, 'data', 'outbox')).catch(() => [])).filter((name) =>
    name.endsWith('.eml'),
  ).length;

async function openStream() {
  let stream = await listen(owner);
  await expect
    .poll(async () => {
      if (stream.status !== 200) stream = await listen(owner);
      return stream.status;
    }, patience)
    .toBe(200);
  stream.ended.catch(quiet);
  return stream;
}

/** Calls, jobs and updates of the process with that id work. */
async function expectAllToWork(pid: number | undefined): Promise<void> {
  await expect.poll(() => server.isUp(), patience).toBe(true);
  expect(server.pid()).toBe(pid);
  const stream = await openStream();
  await invite();
  // A job that was taken while the connection broke runs again after its heartbeat (30 s) and the next look of the queue's
  // library for such jobs (60 s).
  await expect.poll(sentMails, { ...patience, timeout: 150_000 }).toBeGreaterThanOrEqual(mails);
  const task = { name: 'n', task: 't', figmaUrl: 'http://127.0.0.1:1/', company: 'Acme' };
  await owner.post('/api/tests', task);
  await expect.poll(() => stream.changes.length, patience).toBeGreaterThan(0);
  stream.close();
}

/** Runs what ends the server's connections while it works, and expects two lines of its log. */
async function expectReturnFrom(loss: () => Promise<void>): Promise<void> {
  const pid = server.pid();
  await expectAllToWork(pid);
  const schedules = sql`SELECT name, cron FROM pgboss.schedule ORDER BY name`;
  const { rows: before } = await schedules.execute(admin);
  expect(before.length).toBeGreaterThan(10);
  lines = [];
  const stream = await openStream();
  await invite();
  await loss();
  await stream.ended.catch(quiet);
  await expectAllToWork(pid);
  expect((await schedules.execute(admin)).rows).toEqual(before);
  const problems = () => lines.filter(({ level, msg }) => level > 30 || /database/.test(msg));
  await expect.poll(() => problems().length, patience).toBe(2);
  expect(problems()).toMatchObject([
    { level: 50, msg: 'the database is lost: trying to reach it again' },
    { level: 30, msg: 'the database answers again' },
  ]);
}

/** PostgreSQL is away until calls, workers and the listener have failed. */
async function restartPostgres(): Promise<void> {
  await postgres.stop();
  for (let call = 0; call < 20; call += 1) {
    expect((await owner.get('/api/tests')).status).toBe(503);
  }
  await expect.poll(() => server.isUp(), patience).toBe(false);
  postgres = await startPostgres();
}

async function endConnections(): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(admin);
}

const routes = ['the database', ...(hasPgBouncer() ? ['PgBouncer'] : [])];

describe.each(routes)('a server on %s', { timeout: 300_000 }, (route) => {
  beforeAll(() => startServer(route));
  afterAll(stopAll);

  it('works again after PostgreSQL was restarted [16.5.2]', () =>
    expectReturnFrom(restartPostgres));

  it('works again after its connections were ended', () => expectReturnFrom(endConnections));

  it.runIf(route === 'PgBouncer')('works again after the pooler was restarted', () =>
    expectReturnFrom(async () => pooler?.restart()),
  );
});

describe('a connection that breaks', () => {
  let db: Database;

  afterEach(async () => {
    await db.destroy();
    await stopAll();
  });

  it.each(routes)('in a transaction on %s fails it and nothing else', async (route) => {
    await startServer(route);
    db = openDatabase({ connectionString: pooler?.address ?? addressOf(postgres.connection) });
    const transaction = db.transaction().execute(async (within) => {
      await sql`SELECT 1`.execute(within);
      await endConnections();
      // The pooler reports the end of a connection twice: nothing waits for an answer then.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await sql`SELECT 1`.execute(within);
    });
    await expect(transaction).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
    const slow = sql`SELECT pg_sleep(60)`.execute(db);
    slow.catch(quiet);
    await expect
      .poll(async () => {
        const { rows } =
          await sql`SELECT 1 FROM pg_stat_activity WHERE query LIKE ${'%pg_sleep(60)'}`.execute(
            admin,
          );
        return rows.length;
      }, patience)
      .toBe(1);
    await endConnections();
    await expect(slow).rejects.toMatchObject({ code: 'DATABASE_AWAY' });
    const { rows } = await sql`SELECT 1 AS n`.execute(db);
    expect(rows).toEqual([{ n: 1 }]);
  });
});
