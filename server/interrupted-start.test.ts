// A signal at any moment of the first start ends everything that was started, PostgreSQL above all, and the next start
// works.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOwned } from '#server/platform/machine/owner-lock.ts';

const onLinux = process.platform === 'linux';

let dataDir: string;
const servers: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tryout-interrupted-'));
});
afterEach(async () => {
  for (const { pid } of leftOver()) process.kill(pid, 'SIGKILL');
  for (const server of servers.splice(0)) server.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

interface Start {
  server: ChildProcess;
  /** Exit code and signal, once it has ended. */
  ended: Promise<unknown[]>;
  output: { log: string; errors: string };
}

/** A server with an embedded database in a process group of its own, as a terminal starts it. */
function startServer(): Start {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const environment = { DATA_DIR: dataDir, PORT: '0', SAMPLE_PORT: '0', LOG_LEVEL: 'debug' };
  const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH, NODE_COMPILE_CACHE, FREE_SPACE_FLOOR_BYTES: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  servers.push(server);
  const output = { log: '', errors: '' };
  server.stdout?.on('data', (bytes: Buffer) => {
    output.log += bytes.toString();
  });
  server.stderr?.on('data', (bytes: Buffer) => {
    output.errors += bytes.toString();
  });
  return { server, ended: once(server, 'close'), output };
}

/** Processes that use the data folder: servers of ours, and programs of PostgreSQL. */
function leftOver(): { pid: number; command: string }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
      const uses = command.includes(dataDir) || ['cwd', 'fd/3'].some((link) => isInside(pid, link));
      return uses ? [{ pid: Number(pid), command }] : [];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

function isInside(pid: string, link: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/${link}`).startsWith(dataDir);
  } catch {
    return false; // no such descriptor
  }
}

async function until(condition: () => boolean, { server }: Start): Promise<void> {
  while (!condition() && server.exitCode === null) await sleep(2);
}

const has = (name: string) => () => existsSync(join(dataDir, name));

/** Each condition is true from one step of the first start on. */
const moments: [string, (start: Start) => boolean][] = [
  ['the folder is taken', has('server.lock')],
  ['the database is taken', has('postgres.lock')],
  ['initdb begins', has('postgres.new')],
  ['initdb has made files', has('postgres.new/PG_VERSION')],
  ['initdb has ended', has('postgres/PG_VERSION')],
  ['PostgreSQL starts', has('postgres/postmaster.pid')],
  ['PostgreSQL takes connections', ({ output }) => output.log.includes('ready to accept')],
  ['parts are open', has('media')],
  ['the server listens', ({ output }) => output.log.includes('Server listening')],
  ['the server runs', ({ output }) => output.log.includes('Tryout is running')],
];

/** Steps that leave different files behind. */
const beforeNextStart = new Set(['initdb has made files', 'PostgreSQL starts', 'parts are open']);

async function expectCleanEnd({ ended, output }: Start): Promise<void> {
  expect(await ended).toEqual([0, null]);
  expect(output.errors).toBe('');
  expect(leftOver()).toEqual([]);
  const locks = ['server.lock', 'postgres.lock'];
  expect(locks.filter((name) => isOwned(join(dataDir, name)))).toEqual([]);
}

async function expectNextStart(): Promise<void> {
  const next = startServer();
  await until(() => next.output.log.includes('Tryout is running'), next);
  expect(next.output.log).not.toContain('whose owner was killed');
  next.server.kill('SIGTERM');
  await expectCleanEnd(next);
}

describe.runIf(onLinux)('a first start that is ended', { timeout: 120_000 }, () => {
  it.each(moments)('as soon as %s', async (step, isReached) => {
    const start = startServer();
    await until(() => isReached(start), start);
    start.server.kill('SIGTERM');
    await expectCleanEnd(start);
    if (beforeNextStart.has(step)) await expectNextStart();
  });

  it('by Ctrl-C, which a terminal sends to all processes of its group', async () => {
    for (const moment of ['postgres.new', 'postgres/postmaster.pid']) {
      const start = startServer();
      await until(has(moment), start);
      process.kill(-(start.server.pid ?? 0), 'SIGINT');
      await expectCleanEnd(start);
      await rm(dataDir, { recursive: true });
    }
  });

  it.each([0, 200, 400, 600, 800, 1000, 1200])('%i ms after its beginning', async (waitMs) => {
    const start = startServer();
    await until(has('server.lock'), start);
    await sleep(waitMs);
    start.server.kill('SIGTERM');
    await expectCleanEnd(start);
  });
});
