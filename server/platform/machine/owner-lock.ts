// One owner per folder: SQLite's exclusive lock of a file, which the kernel ends with the process that has it, also when
// that is killed. It stays with a folder that is moved, and a copied folder has none.
import { existsSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

export interface OwnerLock {
  release(): void;
}

/** Earlier releases wrote a text into the file, and touched it every two seconds. */
const EARLIER_WATCH_MS = 10_000;
/** Primary result codes (SQLite, 'Result and Error Codes'). */
const BUSY = 5;
const NOT_A_DATABASE = 26;

/** @param held purpose of the lock, as in 'the database' @throws Error if another process has it */
export function takeOwnerLock(path: string, held: string): OwnerLock {
  const lock = lockFile(path);
  if (lock) return { release: () => lock.close() };
  throw new Error(
    `${held} is in use by another server, says ${path}. Stop that first, or give this server another DATA_DIR: ` +
      'several servers share a database (DATABASE_URL) and a bucket (S3_BUCKET), each with a DATA_DIR of its own',
  );
}

/** Returns whether a living process has the lock. */
export function isOwned(path: string): boolean {
  if (!existsSync(path)) return false;
  const lock = lockFile(path);
  lock?.close();
  return lock === null;
}

/** Returns null if another process has the lock. */
function lockFile(path: string): DatabaseSync | null {
  const database = new DatabaseSync(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === BUSY) return null;
    if (errcode !== NOT_A_DATABASE) throw error;
    if (Date.now() - statSync(path).mtimeMs < EARLIER_WATCH_MS) return null;
    rmSync(path);
    return lockFile(path);
  }
}
