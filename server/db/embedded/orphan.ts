// Stops a PostgreSQL server that lives on after its owner was killed. Called with the owner lock held,
// so a living owner's server is never touched.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { servesCluster, startOf } from '#server/machine/process-identity.ts';
import { removeSocketFolder } from './socket-folder.ts';

interface Log {
  warn(detail: object, message: string): void;
}

/** A fast shutdown writes a checkpoint; a slow disk full of unwritten data takes seconds. */
const FAST_LIMIT_MS = 60_000;
/** After an immediate one the next start recovers from the log: no data is lost. */
const IMMEDIATE_LIMIT_MS = 10_000;
/** An ordinary shutdown takes some tens of milliseconds. */
const LOOK_EVERY_MS = 10;

/** @param cluster PostgreSQL's data folder. */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const [pidLine, , , , socketFolder] = readPidFile(cluster);
  const pid = Number(pidLine);
  if (pid > 0 && servesCluster(pid, realpathSync(cluster))) {
    log.warn({ pid }, `stopping the database server ${pid}, whose owner was killed`);
    // pg_ctl's fast and immediate shutdown (PostgreSQL documentation, section 18.5).
    process.kill(pid, 'SIGINT');
    if (!(await ended(pid, FAST_LIMIT_MS))) process.kill(pid, 'SIGQUIT');
    if (!(await ended(pid, IMMEDIATE_LIMIT_MS))) {
      throw new Error(`the database server ${pid} of ${cluster} does not stop: end it by hand`);
    }
  }
  if (socketFolder) removeSocketFolder(socketFolder);
}

async function ended(pid: number, limitMs: number): Promise<boolean> {
  const start = startOf(pid);
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += LOOK_EVERY_MS) {
    const now = startOf(pid);
    if (now === null || now !== start) return true;
    await sleep(LOOK_EVERY_MS);
  }
  return false;
}

/** Where a running server's socket is. */
export function socketFolderOf(cluster: string): string {
  const [, , , , socketFolder = ''] = readPidFile(cluster);
  // A server that reaches its data folder by an open handle names that handle, which is its own.
  return existsSync(socketFolder) && !socketFolder.startsWith('/proc/') ? socketFolder : cluster;
}

/** postmaster.pid: process id, data folder, start, port, socket folder, … one a line. */
function readPidFile(cluster: string): string[] {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return []; // there is none after a clean stop
  }
}
