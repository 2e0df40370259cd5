// The app's role: owns its database and nothing else, also after a first start that was killed before it created the
// role.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type PoolConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import { openDatabase } from '../database.ts';
import { Listener } from '../listener.ts';
import { migrate } from '../migrate.ts';
import { SUPERUSER } from './app-role.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

let dataDir: string;
let database: EmbeddedDatabase;

const open = () => startEmbeddedDatabase({ dataDir, log });
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tryout-role-'));
  database = await open();
}, 90_000);
afterAll(async () => {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function as(user: string, ...texts: string[]): Promise<Record<string, unknown>[]> {
  const { host = '' } = database.connection;
  const client = new Client({ host, user, database: 'postgres' });
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const text of texts) ({ rows } = await client.query(text));
    return rows;
  } finally {
    await client.end();
  }
}
const asApp = (text: string) => as(String(database.connection.user), text);

/** The app's statements at its start: migrations, and the job queue's schema. */
async function fill(connection: PoolConfig): Promise<void> {
  const db = openDatabase(connection);
  await migrate(db);
  const listener = new Listener({ connection, db, log });
  const jobs = await openJobs({ connection, listener, log });
  await jobs.send('objects.sweep', {});
  await jobs.stop();
  await db.destroy();
}

/** Names of everything but PostgreSQL's own that the superuser owns, in any catalogue with owners. */
async function ownedBySuperuser(): Promise<string[]> {
  const catalogues = await as(
    SUPERUSER,
    `SELECT c.relname, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid
      WHERE c.relkind = 'r' AND c.relnamespace = 'pg_catalog'::regnamespace
        AND a.attname ~ 'owner$' AND a.atttypid = 'oid'::regtype AND NOT c.relisshared
        AND c.relname <> 'pg_init_privs'`,
  );
  const found: string[] = [];
  for (const { relname, attname } of catalogues) {
    const rows = await as(
      SUPERUSER,
      `SELECT pg_describe_object('${relname}'::regclass, oid, 0) AS name FROM ${relname}
        WHERE ${attname} = 10 AND oid >= 16384`,
    );
    found.push(...rows.map(({ name }) => `${relname}: ${name}`));
  }
  return found.filter((name) => !/pg_toast|pg_temp/.test(name));
}

describe('the app’s role', () => {
  it('owns its database, and has no right beyond [13.2.2]', async () => {
    const [role] = await asApp(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
        (SELECT array_agg(datname)::text FROM pg_database WHERE datdba = r.oid) AS databases
        FROM pg_roles r WHERE rolname = current_user`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      memberships: 0,
      databases: '{postgres}',
    });
  });

  it.each([
    "COPY (SELECT 1) TO PROGRAM 'id'",
    "COPY (SELECT 1) TO '/tmp/tryout-never'",
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_read_binary_file('PG_VERSION')",
    "SELECT pg_ls_dir('/')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT pg_stat_file('/etc/passwd')",
    'CREATE ROLE another',
    'CREATE DATABASE another',
    'ALTER ROLE CURRENT_USER SUPERUSER',
    `SET ROLE ${SUPERUSER}`,
    `SET SESSION AUTHORIZATION ${SUPERUSER}`,
    "ALTER SYSTEM SET archive_command = 'id'",
    "CREATE FUNCTION f() RETURNS int LANGUAGE c AS 'libc', 'getpid'",
    'CREATE EXTENSION dblink',
    'CREATE EXTENSION file_fdw',
    'SELECT rolpassword FROM pg_authid',
    'ALTER DATABASE template1 RENAME TO x',
  ])('may not: %s', async (text) => {
    await expect(asApp(text)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|0A000)$/),
    });
  });

  it('makes its tables and the queue, and hears of changes', async () => {
    await fill(database.connection);
    const [{ count }] = (await asApp(
      "SELECT count(*)::int AS count FROM (SELECT pg_notify('x', 'y')) n",
    )) as [{ count: number }];
    expect(count).toBe(1);
    expect(await ownedBySuperuser()).toEqual([]);
  });
});

it('is created by the next start after one that was killed before', {
  timeout: 90_000,
}, async () => {
  await as(
    SUPERUSER,
    `ALTER DATABASE postgres OWNER TO ${SUPERUSER}`,
    'DROP OWNED BY tryout',
    'DROP ROLE tryout',
  );
  await database.stop();
  database = await open();
  await fill(database.connection);
  expect(await ownedBySuperuser()).toEqual([]);
});
