// Access of PostgreSQL's programs to their folder when they run as another user than the server. The data folder
// above it is closed to that user, so they get the opened folder itself.
import { closeSync, openSync } from 'node:fs';
import { canEnter, type OsUser } from '#server/platform/machine/os-user.ts';

/** The first descriptor beside standard input, output and error. */
const HANDLE = 3;

/** A folder as a program sees it, and the descriptors that the program must get for that, from 3 on. */
interface Reach {
  path: string;
  handles: readonly number[];
}

/**
 * Returns whether programs of that user can reach the contents of a folder. On Linux they always can, because a
 * descriptor's link in /proc leads to the folder without a check of those above it (proc(5), /proc/pid/fd).
 */
export function canReach(user: OsUser | null, folder: string): boolean {
  return user === null || process.platform === 'linux' || canEnter(user, folder);
}

/** Calls a step that starts a program. The folder stays open as long as the program runs. */
export function reaching<T>(folder: string, user: OsUser | null, step: (seen: Reach) => T): T {
  if (user === null || process.platform !== 'linux') return step({ path: folder, handles: [] });
  const handle = openSync(folder, 'r');
  try {
    return step({ path: `/proc/self/fd/${HANDLE}`, handles: [handle] });
  } finally {
    closeSync(handle);
  }
}
