// Creates PostgreSQL's data folder at the first start and checks it at later ones.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { identityOf, type OsUser } from '#server/platform/machine/os-user.ts';
import { ROLE, SUPERUSER } from './app-role.ts';
import { reaching } from './cluster-handle.ts';
import type { Place } from './place.ts';

/** Environment of PostgreSQL's programs: none of the server's variables, and messages in English. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * @param binaries folder with `bin/`.
 * @throws the signal's reason when it is aborted meanwhile
 */
export async function prepareCluster(
  { cluster, user }: Place,
  binaries: string,
  signal: AbortSignal,
): Promise<void> {
  if (existsSync(join(cluster, 'PG_VERSION'))) refuseOtherVersion(binaries, cluster);
  else await makeCluster({ binaries, cluster, user }, signal);
  // A copy that root brought back from a backup without its owners.
  if (user && statSync(cluster).uid !== user.uid) giveTo(user, cluster);
}

/** Roles that may connect by the socket, whose folder is closed to all but the server's own user. */
const admitted = [SUPERUSER, ROLE].map((role) => `local all ${role} trust\n`).join('');

/** Creates the cluster under another name and renames it, so that a kill in the middle leaves nothing incomplete. */
async function makeCluster(
  { binaries, cluster, user }: { binaries: string; cluster: string; user: OsUser | null },
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (user) chownSync(unfinished, user.uid, user.gid);
  try {
    await runInitdb({ binaries, folder: unfinished, user }, signal);
    writeFileSync(join(unfinished, 'pg_hba.conf'), admitted);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  renameSync(unfinished, cluster);
  syncFolder(dirname(cluster));
}

function refuseOtherVersion(binaries: string, cluster: string): void {
  const files = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const options = { env: programEnvironment, cwd: '/', encoding: 'utf8' as const };
  const version = execFileSync(join(binaries, 'bin', 'postgres'), ['--version'], options);
  const program = / (\d+)\.\d/.exec(version)?.[1];
  if (program === files) return;
  throw new Error(
    `the database in ${cluster} was made by PostgreSQL ${files}, the embedded one is ${program}: move it with pg_dump of PostgreSQL ${files}, or serve it with that version and set DATABASE_URL`,
  );
}

function giveTo(user: OsUser, folder: string): void {
  lchownSync(folder, user.uid, user.gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
}

/**
 * Runs initdb, which takes a second or more. If it is aborted, it has ended with all its processes when this rejects.
 */
async function runInitdb(
  { binaries, folder, user }: { binaries: string; folder: string; user: OsUser | null },
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const child = reaching(folder, user, ({ path, handles }) => {
    const args = [
      ...['-D', path, '-U', SUPERUSER, '-E', 'UTF8', '--auth=trust', '--no-instructions'],
      // The server's own Unicode rules give the same order and case on every machine.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ];
    return spawn(join(binaries, 'bin', 'initdb'), args, {
      ...identityOf(user),
      env: programEnvironment,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', ...handles],
      // A group of its own: Ctrl-C in a terminal reaches this process alone, and a kill reaches all of the group.
      detached: true,
    });
  });
  const kill = () => killGroup(child.pid);
  endWithThisProcess(child, kill);
  signal.addEventListener('abort', kill, { once: true });
  // The output ends when the last process of the group has ended.
  const [printed, [code]] = await Promise.all([
    child.stderr ? text(child.stderr) : '',
    once(child, 'close'),
  ]);
  signal.removeEventListener('abort', kill);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`the files of the database could not be made:\n${printed}`);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}

/**
 * Writes the folder's entries to disk. Otherwise a power cut could undo the rename, and the next start would begin
 * again.
 */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

// Ends a program of PostgreSQL together with this process, even if that ends by its limit for stopping, or by an
// error that nothing caught. Only a kill leaves the program behind; the next start finds it (orphan.ts).

/** @param kill must be synchronous: nothing else runs when a process ends */
export function endWithThisProcess(child: ChildProcess, kill: () => void): void {
  process.on('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
