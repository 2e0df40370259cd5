// A disk that is full for one process: its files may not grow beyond a size (RLIMIT_FSIZE). Any user may
// set it for a process of their own; the process gets EFBIG, which Node does not die of.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Limits the size of every file that a running process writes, in bytes, or takes the limit away. */
export async function limitFileSize(
  pid: number | undefined,
  bytes: number | 'unlimited',
): Promise<void> {
  if (pid === undefined) throw new Error('there is no process to limit');
  // The soft limit alone: the hard one stays, so it can be raised again.
  await promisify(execFile)('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]);
}
