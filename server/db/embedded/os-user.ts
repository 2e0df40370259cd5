// The operating system's user that PostgreSQL runs as: it refuses root, so root's server drops to another.
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

export interface OsUser {
  name: string;
  uid: number;
  gid: number;
}

/** Debian's user for PostgreSQL where there is one, else the user that owns nothing. */
const candidates = ['postgres', 'nobody'];

/**
 * Null: PostgreSQL runs as ourselves. For root the owner of the data folder, so that what an
 * ordinary user made before stays theirs.
 * @param cluster PostgreSQL's data folder, which need not exist yet.
 * @throws Error when the folder belongs to somebody else.
 */
export function databaseUser(cluster: string): OsUser | null {
  const own = process.getuid?.() ?? 0;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (own !== 0) {
    if (!owner || owner.uid === own) return null;
    const name = readUsers().find(({ uid }) => uid === owner.uid)?.name ?? owner.uid;
    throw new Error(
      `the database folder ${cluster} belongs to user ${name}: start as that user or as root, or give this server another DATA_DIR`,
    );
  }
  if (owner && owner.uid !== 0) return { name: `${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const users = readUsers();
  for (const name of candidates) {
    const user = users.find((known) => known.name === name && known.uid !== 0);
    if (user) return user;
  }
  throw new Error(
    'the embedded PostgreSQL does not run as root and found neither user postgres nor nobody: start as an ordinary user or set DATABASE_URL',
  );
}

/** uid and gid for a child process; nothing when it runs as ourselves. */
export function identityOf(user: OsUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

/** Asks the system itself, as the user: modes of all folders above, groups and access lists count. */
export function canEnter(user: OsUser | null, folder: string): boolean {
  const asked = spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], {
    ...identityOf(user),
    cwd: '/',
    stdio: 'ignore',
  });
  return asked.status === 0;
}

/** name:password:uid:gid:… (passwd(5)). */
function readUsers(): OsUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}
