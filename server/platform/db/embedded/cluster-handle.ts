// How PostgreSQL's programs reach their folder when they run as another user than the server: the data folder
// above it is closed to that user, so they get the opened folder itself.
import { closeSync, openSync } from 'node:fs';
import { canEnter, type OsUser } from '#server/platform/machine/os-user.ts';

/** The first descriptor beside standard input, output and error. */
const HANDLE = 3;

/** A folder as a program sees it, and what the program must be given for that, from descriptor 3 on. */
interface Reach {
  path: string;
  handles: readonly number[];
}

/**
 * Whether programs of that user can reach what lies in a folder. On Linux they always can: a descriptor's
 * link in /proc leads to the folder without a look at those above it (proc(5), /proc/pid/fd).
 */
export function canReach(user: OsUser | null, folder: string): boolean {
  return user === null || process.platform === 'linux' || canEnter(user, folder);
}

/** Calls a step that starts a program; the program keeps the folder open for as long as it runs. */
export function reaching<T>(folder: string, user: OsUser | null, step: (seen: Reach) => T): T {
  if (user === null || process.platform !== 'linux') return step({ path: folder, handles: [] });
  const handle = openSync(folder, 'r');
  try {
    return step({ path: `/proc/self/fd/${HANDLE}`, handles: [handle] });
  } finally {
    closeSync(handle);
  }
}
