// Operating system users that programs run as where the server itself is root: PostgreSQL and the capturing
// browser refuse root, each for good reason, and neither may touch the other's files.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Folder for files that such a user must reach, because the data folder hides them from it (Filesystem Hierarchy
 * Standard 3.0, section 5.8).
 */
export const READABLE_FOLDER = '/var/lib/tryout';

/** Debian's user for PostgreSQL where there is one, else the user that owns nothing. */
const forDatabase = ['postgres', 'nobody'];
/** The user that owns nothing; another such one where the database took it. */
const forBrowser = ['nobody', 'daemon'];

/**
 * Returns the user that PostgreSQL runs as, or null for our own. For root this is the owner of the data folder, so
 * that the files of an ordinary user stay theirs.
 * @param cluster PostgreSQL's data folder, which need not exist yet.
 * @throws Error when the folder belongs to another user.
 */
export function databaseUser(cluster: string): OsUser | null {
  const own = process.getuid?.() ?? 0;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (own !== 0) {
    if (!owner || owner.uid === own) return null;
    throw new Error(
      `the database folder ${cluster} belongs to user ${userName(owner.uid)}: start as that user or as root, or give this server another DATA_DIR`,
    );
  }
  if (owner && owner.uid !== 0) return { name: `${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const [user] = usersNamed(forDatabase);
  if (user) return user;
  throw new Error(
    'the embedded PostgreSQL does not run as root and found neither user postgres nor nobody: start as an ordinary user or set DATABASE_URL',
  );
}

/**
 * Returns the user that the capturing browser runs as, or null for our own. For root this is a user that owns
 * nothing, because a browser that opens pages of strangers must reach neither our files nor the database.
 * @throws Error when there is no such user.
 */
export function browserUser(): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  const [database] = usersNamed(forDatabase);
  const user = usersNamed(forBrowser).find(({ uid }) => uid !== database?.uid);
  if (user) return user;
  throw new Error(
    'There is neither a user nobody nor daemon that root’s server could start it as.',
  );
}

/** The user's name for messages, or its number where the system lists no such user. */
export function userName(uid: number): string {
  return readUsers().find((user) => user.uid === uid)?.name ?? `${uid}`;
}

/** Those of these users that there are, in this order; never root. */
function usersNamed(names: readonly string[]): OsUser[] {
  const users = readUsers();
  return names.flatMap((name) => users.find((user) => user.name === name && user.uid !== 0) ?? []);
}

/** uid and gid for a child process; nothing when it runs as ourselves. */
export function identityOf(user: OsUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** Asks the system itself, as the user: modes of all folders above, groups and access lists count. */
export function canEnter(user: OsUser | null, folder: string): boolean {
  return succeeds(user, 'cd -- "$1"', folder);
}

/** Returns whether the user may run a program. */
export function canRun(user: OsUser | null, program: string): boolean {
  return succeeds(user, '[ -x "$1" ]', program);
}

function succeeds(user: OsUser | null, script: string, path: string): boolean {
  const result = spawnSync('/bin/sh', ['-c', script, 'sh', path], {
    ...identityOf(user),
    cwd: '/',
    stdio: 'ignore',
  });
  return result.status === 0;
}

/** name:password:uid:gid:… (passwd(5)). */
function readUsers(): OsUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
