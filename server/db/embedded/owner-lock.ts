// One owner per data folder: a lock file with the owner's process id and start time. A lock whose
// owner is gone (killed, machine restarted) is taken over.

import { randomUUID } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { describeProcess, startOf } from './process-identity.ts';
import { createWhole, isCode, readIfThere } from './whole-file.ts';

/** Several starts at once may each have to clear away the lock of the one before. */
const TRIES = 20;

export interface OwnerLock {
  /** @throws Error when the lock is no longer ours. */
  check(): void;
  release(): void;
}

/** @throws Error that names the living owner. */
export function takeOwnerLock(path: string): OwnerLock {
  const mine = `${process.pid} ${startOf(process.pid)}\n`;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (createWhole(path, mine)) return lockOf(path, mine);
    const held = readIfThere(path);
    if (held === null) continue;
    refuseLiving(path, held);
    clearAway(path, held);
  }
  throw new Error(`the lock ${path} could not be taken: others keep taking it`);
}

/** Whether a living process owns the data folder. */
export function isOwned(path: string): boolean {
  const held = readIfThere(path);
  return held !== null && livingOwner(held) !== null;
}

function livingOwner(held: string): number | null {
  const [pid = '', start] = held.trim().split(' ');
  return startOf(Number(pid)) === start ? Number(pid) : null;
}

function refuseLiving(path: string, held: string): void {
  const pid = livingOwner(held);
  if (pid === null) return;
  throw new Error(
    `the database is in use by ${describeProcess(pid)}, says ${path}. ` +
      'Stop that first, or give this server another DATA_DIR; several servers share a database by DATABASE_URL.',
  );
}

/** Another start may have put its own lock in place since ours was read: that one goes back. */
function clearAway(path: string, stale: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  if (readIfThere(aside) !== stale) createWhole(path, readIfThere(aside) ?? '');
  rmSync(aside, { force: true });
}

function lockOf(path: string, mine: string): OwnerLock {
  return {
    check() {
      if (readIfThere(path) !== mine)
        throw new Error(`the lock ${path} was taken by another process`);
    },
    release() {
      if (readIfThere(path) === mine) rmSync(path, { force: true });
    },
  };
}
