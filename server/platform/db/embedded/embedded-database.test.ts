// Real servers in temporary folders: first and later starts, one owner, owners killed, hidden folders.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type PoolConfig } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SUPERUSER } from './app-role.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { servedCluster } from './orphan.ts';

const asRoot = process.getuid?.() === 0;
const messages: string[] = [];
const say = (_detail: object, message: string) => messages.push(message);
const log = { debug: () => undefined, info: say, warn: say, error: say };

let folder: string;
let dataDir: string;
const stops: (() => Promise<void>)[] = [];
const owners: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-embedded-'));
  dataDir = join(folder, 'data');
  messages.length = 0;
});
afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
  for (const stop of stops.splice(0)) await stop();
  await rm(folder, { recursive: true, force: true });
});

async function start(options: { settings?: Record<string, string> } = {}) {
  const database = await startEmbeddedDatabase({ dataDir, log, ...options });
  stops.push(database.stop);
  return database;
}

async function query(connection: PoolConfig, text: string): Promise<unknown[]> {
  const { host = '', user = '', database = '' } = connection;
  const client = new Client({ host, user, database });
  await client.connect();
  try {
    const { rows } = await client.query(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** Runs a query as the role that initdb created, which only the start and tests may use. */
function superQuery(connection: PoolConfig, text: string): Promise<unknown[]> {
  return query({ ...connection, user: SUPERUSER }, text);
}

/** Another process that owns the database. The promise resolves when it does, or rejects with its output. */
async function startOwner(): Promise<ChildProcess> {
  const script = join(import.meta.dirname, 'owner.fixture.ts');
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  owners.push(child);
  let complaint = '';
  child.stderr.on('data', (bytes: Buffer) => {
    complaint += bytes.toString();
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'close').then(() => Promise.reject(new Error(complaint))),
  ]);
  return child;
}

async function postmasterPid(): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** Making a database takes half a second of a free core; here every core may be taken. */
const patience = { timeout: 90_000 };

describe('embedded database', patience, () => {
  it('keeps what was written from one start to the next', async () => {
    const first = await start();
    await query(first.connection, 'CREATE TABLE kept AS SELECT 42 AS n');
    await first.stop();
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.lock']);
    const second = await start();
    expect(await query(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 42 }]);
    await Promise.all([second.stop(), second.stop()]);
  });

  it('listens on no network address and sorts by Unicode [12.3.3]', async () => {
    const { connection } = await start();
    const rows = await query(
      connection,
      `SELECT current_setting('listen_addresses') AS addresses,
        current_setting('server_encoding') AS encoding, lower('ÄÉ') AS lower`,
    );
    expect(rows).toEqual([{ addresses: '', encoding: 'UTF8', lower: 'äé' }]);
  });

  it('refuses a second owner while the first one lives', async () => {
    const owner = await startOwner();
    await expect(start()).rejects.toThrow('the database is in use by another server');
    await expect(startOwner()).rejects.toThrow('DATA_DIR');
    owner.kill('SIGTERM');
    expect(await once(owner, 'exit')).toEqual([0, null]);
    await start();
  });

  it('takes over from a killed owner and loses nothing', async () => {
    const owner = await startOwner();
    const connection = { host: join(dataDir, 'postgres'), user: 'tryout', database: 'postgres' };
    await query(connection, 'CREATE TABLE kept AS SELECT 7 AS n');
    const orphan = await postmasterPid();
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    expect(servedCluster(orphan)).not.toBeNull();
    const next = await start();
    expect(messages.join()).toContain(`stopping the database server ${orphan}`);
    expect(servedCluster(orphan)).toBeNull();
    expect(await query(next.connection, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  it('starts after owner and server were killed together', async () => {
    const owner = await startOwner();
    const connection = { host: join(dataDir, 'postgres'), user: 'tryout', database: 'postgres' };
    await query(connection, 'CREATE TABLE kept AS SELECT 9 AS n');
    process.kill(await postmasterPid(), 'SIGKILL');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const next = await start();
    expect(await query(next.connection, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
  });

  it('starts in a copy of a data folder whose server runs, and leaves that one alone', async () => {
    const original = await start();
    await query(original.connection, 'CREATE TABLE kept AS SELECT 9 AS n');
    await superQuery(original.connection, 'CHECKPOINT');
    const copied = join(folder, 'copy');
    execFileSync('cp', ['-a', dataDir, copied]);
    const copy = await startEmbeddedDatabase({ dataDir: copied, log });
    stops.push(copy.stop);
    for (const { connection } of [original, copy]) {
      expect(await query(connection, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
    }
    await copy.stop();
    expect(await query(original.connection, 'SELECT n FROM kept')).toEqual([{ n: 9 }]);
  });

  it('lets one of several simultaneous first starts win', async () => {
    const results = await Promise.allSettled([startOwner(), startOwner(), startOwner()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('starts the server again when that dies', async () => {
    const { connection } = await start();
    const pid = await postmasterPid();
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => query(connection, 'SELECT 1 AS n').catch(() => 'away'), { timeout: 15_000 })
      .toEqual([{ n: 1 }]);
    expect(await postmasterPid()).not.toBe(pid);
  });

  it('begins again after a kill in the middle of the first start', async () => {
    await mkdir(join(dataDir, 'postgres.new', 'half'), { recursive: true });
    const { connection } = await start();
    expect(await query(connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    expect(await readdir(dataDir)).not.toContain('postgres.new');
  });

  it('uses a short socket folder of its own under a long path, and clears it away', async () => {
    dataDir = join(folder, 'a-long-name'.repeat(12), 'data');
    const first = await start();
    const { host = '' } = first.connection;
    expect(host).toMatch(/^\/tmp\/tryout-socket-/);
    expect(await query(first.connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await first.stop();
    await expect(readdir(host)).rejects.toThrow('ENOENT');
  });

  it('says what to do with files of another version', async () => {
    await (await start()).stop();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow('made by PostgreSQL 12');
  });

  it('fails with what the server says when it does not start, and lets go of the folder', async () => {
    await expect(start({ settings: { max_connections: 'none' } })).rejects.toThrow(
      'invalid value for parameter "max_connections"',
    );
    await start();
  });
});

describe.runIf(asRoot)('embedded database, started by root', patience, () => {
  it('keeps its files in a data folder that is closed to all but root, also after it was moved', async () => {
    await chmod(folder, 0o700);
    await mkdir(dataDir, { mode: 0o700 });
    const first = await start();
    expect(await superQuery(first.connection, 'SHOW data_directory')).toEqual([
      { data_directory: expect.stringContaining('/proc/self/fd/') },
    ]);
    await query(first.connection, 'CREATE TABLE kept AS SELECT 5 AS n');
    await first.stop();
    expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.lock']);
    await rename(dataDir, join(folder, 'moved'));
    dataDir = join(folder, 'moved');
    const second = await start();
    expect(await query(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 5 }]);
  });

  it('finds the place again where an earlier release kept the files', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(elsewhere);
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'database.location'), `${elsewhere}\n`);
    const first = await start();
    expect(messages.join()).toContain(`the database is kept in ${elsewhere}`);
    await query(first.connection, 'CREATE TABLE kept AS SELECT 6 AS n');
    await first.stop();
    const second = await start();
    expect(await query(second.connection, 'SELECT n FROM kept')).toEqual([{ n: 6 }]);
    await second.stop();
    await rm(elsewhere, { recursive: true });
    await expect(start()).rejects.toThrow('which is gone');
  });

  it('runs as the owner of a database that an ordinary user made', async () => {
    await (await start()).stop();
    const unixNobody = 65_534;
    const cluster = join(dataDir, 'postgres');
    for (const name of await readdir(cluster, { recursive: true })) {
      await chown(join(cluster, name), unixNobody, unixNobody);
    }
    await chown(cluster, unixNobody, unixNobody);
    const { connection } = await start();
    const rows = await superQuery(connection, "SELECT pg_read_file('/proc/self/status') AS status");
    expect(JSON.stringify(rows)).toContain(`Uid:\\t${unixNobody}\\t`);
  });

  it('takes back a copy that lost its owners', async () => {
    await (await start()).stop();
    const cluster = join(dataDir, 'postgres');
    for (const name of await readdir(cluster, { recursive: true })) {
      await chown(join(cluster, name), 0, 0);
    }
    await chown(cluster, 0, 0);
    const { connection } = await start();
    expect(await query(connection, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  });
});
