// Stops a PostgreSQL server that is still running after its owner was killed. The caller has the owner lock, so a
// living owner's server is never touched. Neither is the server of the folder that this one is a copy of.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeSocketFolder, SOCKET_NAME } from './socket-folder.ts';

interface Log {
  warn(detail: object, message: string): void;
}

/** A fast shutdown writes a checkpoint; a slow disk full of unwritten data takes seconds. */
const FAST_LIMIT_MS = 60_000;
/** Time limit of an immediate shutdown. The next start recovers from the log, so no data is lost. */
const IMMEDIATE_LIMIT_MS = 10_000;
/** An ordinary shutdown takes some tens of milliseconds. */
const LOOK_EVERY_MS = 10;

/** @param cluster PostgreSQL's data folder. */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const [pidLine, , , , socketFolder] = readPidFile(cluster);
  const serverPid = Number(pidLine);
  const served = serverPid > 0 ? servedCluster(serverPid) : null;
  if (served !== null && served !== realpathSync(cluster)) {
    log.warn(
      { serverPid, served },
      `the database in ${cluster} is a copy of ${served}, whose server runs`,
    );
    // PostgreSQL does not start while one of its lock files names a living process.
    for (const name of [PID_FILE, SOCKET_NAME, `${SOCKET_NAME}.lock`]) {
      rmSync(join(cluster, name), { force: true });
    }
    return;
  }
  if (served !== null) {
    log.warn({ serverPid }, `stopping the database server ${serverPid}, whose owner was killed`);
    // pg_ctl's fast and immediate shutdown (PostgreSQL documentation, section 18.5).
    process.kill(serverPid, 'SIGINT');
    if (!(await ended(serverPid, FAST_LIMIT_MS))) process.kill(serverPid, 'SIGQUIT');
    if (!(await ended(serverPid, IMMEDIATE_LIMIT_MS))) {
      throw new Error(
        `the database server ${serverPid} of ${cluster} does not stop: end it by hand`,
      );
    }
  }
  if (socketFolder) removeSocketFolder(socketFolder);
}

async function ended(pid: number, limitMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += LOOK_EVERY_MS) {
    if (servedCluster(pid) === null) return true;
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

/** Folder of a running server's socket. */
export function socketFolderOf(cluster: string): string {
  const [, , , , socketFolder = ''] = readPidFile(cluster);
  // A server that reaches its data folder by an open handle names that handle, which is its own.
  return existsSync(socketFolder) && !socketFolder.startsWith('/proc/') ? socketFolder : cluster;
}

const PID_FILE = 'postmaster.pid';

/** Lines of PID_FILE: process id, data folder, start, port, socket folder, … */
function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, PID_FILE), 'utf8').split('\n');
  } catch {
    return []; // A clean stop leaves no file.
  }
}

/** The data folder of a PostgreSQL server, or null when the process is none, has ended or belongs to another user. */
export function servedCluster(pid: number): string | null {
  // The folder's path may have blanks, so the next option ends it (db/embedded/postmaster.ts).
  if (process.platform !== 'linux') {
    return commandOf(pid).split(' -D ')[1]?.split(' -c ')[0] ?? null;
  }
  try {
    // A server works in its data folder, also after that was moved.
    const folder = readlinkSync(`/proc/${pid}/cwd`);
    return commandOf(pid).includes('postgres') ? folder : null;
  } catch {
    return null;
  }
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return ''; // it has ended
  }
}
