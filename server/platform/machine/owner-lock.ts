// One owner per folder: a lock file with the owner's process id and start time, touched while the owner lives. A lock
// whose owner is gone (killed, machine restarted) is taken over, and so is one that was copied with its folder.

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeProcess, namespaceOf, startOf } from './process-identity.ts';

/** Several starts at once may each have to clear away the lock of the one before. */
const TRIES = 20;
/** Interval at which a living owner touches its lock. */
const BEAT_MS = 2000;
/** Time after which an owner whose process can't be seen from here is gone if its lock stays untouched. */
const WATCH_MS = 4 * BEAT_MS;
const LOOK_EVERY_MS = 100;

export interface OwnerLock {
  /** @throws Error when the lock is no longer ours. */
  check(): void;
  release(): void;
}

/** @param held purpose of the lock, as in 'the database' @throws Error that names the living owner. */
export async function takeOwnerLock(
  path: string,
  held: string,
  watchMs = WATCH_MS,
): Promise<OwnerLock> {
  const folder = folderIdentity(path);
  const mine = `${process.pid} ${startOf(process.pid)} ${namespaceOf()} ${folder}\n`;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (createWhole(path, mine)) return lockOf(path, mine);
    const theirs = readIfThere(path);
    if (theirs === null) continue;
    const owner = await livingOwner({ path, held: theirs, watchMs });
    if (owner !== null) {
      throw new Error(
        `${held} is in use by ${owner}, says ${path}. Stop that first, or give this server another DATA_DIR: ` +
          'several servers share a database (DATABASE_URL) and a bucket (S3_BUCKET), each with a DATA_DIR of its own',
      );
    }
    clearAway(path, theirs);
  }
  throw new Error(`the lock ${path} could not be taken: others keep taking it`);
}

/** Returns whether a visible, living process has the lock. */
export function isOwned(path: string): boolean {
  const held = readIfThere(path);
  return held !== null && visibleOwner(path, held) !== null;
}

/** Identity of a lock's folder. It stays when the folder is moved, but not when it is copied (stat(2)). */
function folderIdentity(path: string): string {
  const { dev, ino } = statSync(dirname(path));
  return `${dev}:${ino}`;
}

/** Describes the living owner in words, or returns null if it is gone. */
async function livingOwner(lock: {
  path: string;
  held: string;
  watchMs: number;
}): Promise<string | null> {
  const { path, held, watchMs } = lock;
  const pid = visibleOwner(path, held);
  if (pid !== null) return describeProcess(pid);
  if (isFromHere(held) || !(await isTouched(path, watchMs))) return null;
  return `process ${held.split(' ')[0]} of another machine or container`;
}

/** The process of this machine that lives and took the lock in this very folder, or null. */
function visibleOwner(path: string, held: string): number | null {
  const [pid = '', start, , folder] = held.trim().split(' ');
  const isCopy = folder !== folderIdentity(path);
  return isFromHere(held) && !isCopy && startOf(Number(pid)) === start ? Number(pid) : null;
}

/** Process ids of another container mean nothing here, and neither do those of another machine or before a restart. */
function isFromHere(held: string): boolean {
  const [, start = '', namespace] = held.trim().split(' ');
  const boot = startOf(process.pid)?.split('@')[1];
  return namespace === namespaceOf() && start.split('@')[1] === boot;
}

async function isTouched(path: string, watchMs: number): Promise<boolean> {
  const before = touchedMs(path);
  for (let waitedMs = 0; waitedMs < watchMs; waitedMs += LOOK_EVERY_MS) {
    await sleep(LOOK_EVERY_MS);
    const now = touchedMs(path);
    if (now !== before) return now !== null;
  }
  return false;
}

/**
 * Returns when the file was touched, or null if there is none. It opens the file because that refreshes folders of a
 * network.
 */
function touchedMs(path: string): number | null {
  try {
    const file = openSync(path, 'r');
    const { mtimeMs } = fstatSync(file);
    closeSync(file);
    return mtimeMs;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Another start may have put its own lock in place since ours was read. That one is restored. */
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
  const beat = setInterval(() => touch(path), BEAT_MS).unref();
  return {
    check() {
      if (readIfThere(path) !== mine)
        throw new Error(`the lock ${path} was taken by another process`);
    },
    release() {
      clearInterval(beat);
      if (readIfThere(path) === mine) rmSync(path, { force: true });
    },
  };
}

/** A lock that is gone, or a disk that is full for a moment, is not this one's business. */
function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The next beat tries again.
  }
}

// Creates a file that several processes may try to create at once.

/** A hard link appears with its content or not at all, and never replaces a file. False: there is one. */
function createWhole(path: string, content: string): boolean {
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, content, { flag: 'wx' });
  try {
    linkSync(unfinished, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Returns the file's text, or null if there is no such file. */
function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
