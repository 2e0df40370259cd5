// PgBouncer between the servers of a test and its database, as its packages bring it: with no setting that our
// servers would need.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import { claimPort } from './claimed-port.ts';
import { findProgram } from './programs.ts';

export interface PgBouncer {
  /** Instead of the database's own. */
  address: string;
  /** Kills it and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PoolerOptions {
  mode: 'session' | 'transaction';
  /** Connections to the database. */
  size?: number;
}

/** It starts at once; a machine that does other work needs some more. */
const START_LIMIT_MS = 10_000;
/** Number of connections for all servers of a test together. */
const POOL_SIZE = 80;
const KEEPS_STATEMENTS = [1, 21] as const;

export function hasPgBouncer(): boolean {
  try {
    findProgram('pgbouncer');
    return true;
  } catch {
    return false; // the run says what is left out
  }
}

/** Returns whether prepared statements work in PgBouncer's transaction mode: they do since 1.21. */
export function keepsStatements(): boolean {
  const { stdout } = spawnSync(findProgram('pgbouncer'), ['-V'], { encoding: 'utf8' });
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(stdout) ?? [];
  const [needed, atLeast] = KEEPS_STATEMENTS;
  return Number(major) > needed || (Number(major) === needed && Number(minor) >= atLeast);
}

export async function startPgBouncer(
  database: PoolConfig,
  options: PoolerOptions,
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-pgbouncer-'));
  const [port, behind] = [await claimPort(), await claimPort()];
  const { host, port: number, user: role, database: name } = new Client(database);
  const door = await openDoor(
    behind,
    host.startsWith('/') ? join(host, `.s.PGSQL.${number}`) : host,
    number,
  );
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, configurationOf(database, { port, behind, options }));
  // It refuses to be root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  await chmod(folder, 0o755);
  let child = spawnPgBouncer([...asNobody, file]);
  const kill = async () => {
    child.process.kill('SIGKILL');
    await child.ended;
  };
  const stop = async () => {
    await kill();
    door.close();
    await rm(folder, { recursive: true, force: true });
  };
  const restart = async () => {
    await kill();
    child = spawnPgBouncer([...asNobody, file]);
    await untilListening(child.process, port);
  };
  try {
    await untilListening(child.process, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: `postgresql://${role}@127.0.0.1:${port}/${name}`, restart, stop };
}

function spawnPgBouncer(args: readonly string[]) {
  const child = spawn(findProgram('pgbouncer'), args, { stdio: 'ignore' });
  return { process: child, ended: once(child, 'exit') };
}

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && child.exitCode === null) {
    if (await listens(port)) return;
    await sleep(50);
  }
  throw new Error('PgBouncer did not start');
}

/** PgBouncer runs as another user than the one whom the database's socket is open to. */
async function openDoor(port: number, path: string, number: number): Promise<Server> {
  const door = createServer((socket) => {
    const inside = path.startsWith('/') ? connect(path) : connect(number, path);
    const end = () => {
      socket.destroy();
      inside.destroy();
    };
    socket.on('error', end).on('close', end).pipe(inside);
    inside.on('error', end).on('close', end).pipe(socket);
  });
  door.listen(port, '127.0.0.1');
  await once(door, 'listening');
  return door;
}

function configurationOf(
  database: PoolConfig,
  { port, behind, options }: { port: number; behind: number; options: PoolerOptions },
): string {
  const { user, password } = new Client(database);
  const secret = password ? ` password=${password}` : '';
  return `
[databases]
* = host=127.0.0.1 port=${behind} user=${user}${secret}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${options.mode}
default_pool_size = ${options.size ?? POOL_SIZE}
; Seconds until it tries a database that was away again, instead of 15.
server_login_retry = 1
${keepsStatements() ? 'max_prepared_statements = 200' : ''}
`;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false; // not yet
  } finally {
    socket.destroy();
  }
}
