// Before all tests of a run: one PostgreSQL server in a temporary folder with a migrated template,
// of which each test file takes its own copy (database.ts).
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/platform/db/database.ts';
import { SUPERUSER } from '#server/platform/db/embedded/app-role.ts';
import { startEmbeddedDatabase } from '#server/platform/db/embedded/embedded-database.ts';
import { migrate } from '#server/platform/db/migrate.ts';

type Connection = { host: string; user: string; database: string } | { connectionString: string };

/** Addresses of the database server for tests. The rest is sent by messages between processes. */
export interface TestServer {
  /** Connection of the app: its role owns its databases and has no other rights. */
  connection: Connection;
  /** Makes and drops databases. */
  admin: Connection;
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** Nothing of it outlives the run: no write has to reach the disk. */
const throwAway = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
};

/** Vitest calls this once a run and calls what it returns at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const {
    connection,
    admin: adminConnection,
    stop,
  } = process.env.TEST_DATABASE_URL
    ? {
        connection: { connectionString: process.env.TEST_DATABASE_URL },
        admin: { connectionString: process.env.TEST_DATABASE_URL },
        stop: async () => undefined,
      }
    : await startServer();
  const template = `template_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = openDatabase(adminConnection);
  await sql`CREATE DATABASE ${sql.id(template)} ${ownedBy(connection)}`.execute(admin);
  await fill({ ...connection, ...databaseIn(connection, template) });
  project.provide('testServer', { connection, admin: adminConnection, template });
  return async () => {
    await sql`DROP DATABASE ${sql.id(template)} WITH (FORCE)`.execute(admin);
    await admin.destroy();
    await stop();
  };
}

/** The same server, another database. */
export function databaseIn(connection: Connection, database: string): PoolConfig {
  if (!('connectionString' in connection)) return { database };
  const address = new URL(connection.connectionString);
  address.pathname = `/${database}`;
  return { connectionString: address.href };
}

/** For CREATE DATABASE: what the app's role owns it can fill. */
export function ownedBy(connection: Connection) {
  return 'user' in connection ? sql`OWNER ${sql.id(connection.user)}` : sql``;
}

async function fill(connection: PoolConfig): Promise<void> {
  const db = openDatabase(connection);
  await migrate(db);
  await db.destroy();
}

async function startServer() {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-tests-'));
  const { connection, stop } = await startEmbeddedDatabase({
    dataDir: folder,
    settings: throwAway,
    log: { ...console, debug: () => undefined, info: () => undefined },
  });
  const release = await guard(folder);
  const { host = '', user = '', database = '' } = connection;
  return {
    connection: { host, user, database },
    admin: { host, user: SUPERUSER, database },
    stop: async () => {
      await stop();
      release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Ends the server and clears up when the run is killed: the guard's input closes with us. */
async function guard(folder: string): Promise<() => void> {
  const pidFile = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8');
  const script = 'read -r done || { kill -QUIT "$1"; sleep 1; rm -rf "$2"; }';
  const [pid = ''] = pidFile.split('\n');
  const child = spawn('/bin/sh', ['-c', script, 'sh', pid, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  child.unref();
  return () => child.stdin.end('done\n');
}
