// Makes PostgreSQL's data folder at the first start and checks it at later ones.
import { execFileSync } from 'node:child_process';
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
import { identityOf, type OsUser } from '#server/machine/os-user.ts';
import { ROLE, SUPERUSER } from './app-role.ts';
import { reaching } from './cluster-handle.ts';
import type { Place } from './place.ts';

/** Environment of PostgreSQL's programs: nothing of ours, messages in English. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** @param binaries folder with `bin/`. */
export function prepareCluster({ cluster, user }: Place, binaries: string): void {
  if (existsSync(join(cluster, 'PG_VERSION'))) refuseOtherVersion(binaries, cluster);
  else makeCluster(binaries, cluster, user);
  // Each time: older releases knew the one role only.
  writeFileSync(join(cluster, 'pg_hba.conf'), admitted);
  // A copy that root brought back from a backup without its owners.
  if (user && statSync(cluster).uid !== user.uid) giveTo(user, cluster);
}

/** Who may connect: by the socket, whose folder is closed to all but the server's own user. */
const admitted = [SUPERUSER, ROLE].map((role) => `local all ${role} trust\n`).join('');

/** Made aside and renamed: a kill in the middle leaves nothing half-made. */
function makeCluster(binaries: string, cluster: string, user: OsUser | null): void {
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  if (user) chownSync(unfinished, user.uid, user.gid);
  reaching(unfinished, user, ({ path, handles }) =>
    run(join(binaries, 'bin', 'initdb'), { user, handles }, [
      ...['-D', path, '-U', SUPERUSER, '-E', 'UTF8', '--auth=trust', '--no-instructions'],
      // The server's own Unicode rules: the same order and case on every machine.
      ...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ]),
  );
  renameSync(unfinished, cluster);
  syncFolder(dirname(cluster));
}

function refuseOtherVersion(binaries: string, cluster: string): void {
  const files = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  const version = run(join(binaries, 'bin', 'postgres'), { user: null }, ['--version']);
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

function run(
  program: string,
  { user, handles = [] }: { user: OsUser | null; handles?: readonly number[] },
  args: readonly string[],
): string {
  const options = { ...identityOf(user), env: programEnvironment, cwd: '/' };
  const stdio = ['pipe' as const, 'pipe' as const, 'pipe' as const, ...handles];
  return execFileSync(program, args, { ...options, encoding: 'utf8', stdio });
}

/** Without it a power cut could undo the rename, and the next start would begin again. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
