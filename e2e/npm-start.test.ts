// `npm start` is npm, its shell, a script and the server: when one of the first three is ended alone, all end, also by
// SIGKILL. A server that dies is started again.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { claimPort } from '#testing/claimed-port.ts';
import { cloneDatabase } from '#testing/database.ts';
import { addressOf, TEST_SECRET } from '#testing/server-process.ts';

/** Time for a start of npm and of the server, on a machine that does much else. */
const START = { timeout: 120_000 };

const closing = new AsyncDisposableStack();
afterAll(() => closing.disposeAsync());

interface Running {
  origin: string;
  /** Ids of the processes from npm down to the server. */
  pids: number[];
}

async function start(): Promise<Running> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tryout-npm-'));
  closing.defer(async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const port = await claimPort();
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: String(port),
      SAMPLE_PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DATABASE_URL: addressOf(database.connection),
      SESSION_SECRET: TEST_SECRET,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  let printed = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const origin = `http://127.0.0.1:${port}`;
  await expect.poll(() => printed, START).toContain('Tryout is running at');
  expect(await isUp(origin)).toBe(true);
  const pids = [npm.pid ?? 0];
  // The server may have a browser below it, which takes images.
  while (!isServer(pids.at(-1) ?? 0)) pids.push(childOf(pids.at(-1) ?? 0) ?? endOfTree());
  closing.defer(() => {
    for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
  });
  return { origin, pids };
}

const isUp = async (origin: string) =>
  Boolean((await fetch(`${origin}/api/health`).catch(() => null))?.ok);

/** Fields of /proc/PID/stat behind the name (proc(5)): state, parent. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // it has ended
  }
}

function childOf(pid: number): number | null {
  const all = readdirSync('/proc').map(Number).filter(Boolean);
  return all.find((other) => statOf(other)[1] === String(pid)) ?? null;
}

const isServer = (pid: number) =>
  readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0server/main.ts');

function endOfTree(): never {
  throw new Error('None of the processes below npm is the server.');
}

function isRunning(pid: number): boolean {
  const [state = 'Z'] = statOf(pid);
  return state !== 'Z';
}

it.runIf(process.platform === 'linux')('a server that died is started again', async () => {
  const { origin, pids } = await start();
  const [script, server] = [pids.at(-2) ?? 0, pids.at(-1) ?? 0];
  process.kill(server, 'SIGKILL');
  await expect.poll(() => childOf(script) ?? server, START).not.toBe(server);
  closing.defer(() => {
    const again = childOf(script);
    if (again !== null) process.kill(again, 'SIGKILL');
  });
  await expect.poll(() => isUp(origin), START).toBe(true);
});

const cases = [
  { signal: 'SIGKILL', at: 0 },
  { signal: 'SIGTERM', at: 0 },
  { signal: 'SIGTERM', at: 1 },
  { signal: 'SIGKILL', at: -2 },
] as const;

it.runIf(process.platform === 'linux')('npm, the shell, the script', async () => {
  const started = await Promise.all(cases.map(start));
  for (const [index, { signal, at }] of cases.entries()) {
    const pids = started[index]?.pids ?? [];
    expect(pids.length).toBeGreaterThanOrEqual(3);
    process.kill(pids.at(at) ?? 0, signal);
  }
  const left = () => started.flatMap(({ pids }) => pids.filter(isRunning));
  await expect.poll(left, START).toEqual([]);
  for (const { origin } of started) expect(await isUp(origin)).toBe(false);
});
