// The location of the database's files: in the data folder, or where an earlier release put them because the user
// that PostgreSQL runs as could not reach it. A file in the data folder names that place.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUser, type OsUser } from '#server/platform/machine/os-user.ts';
import { canReach } from './cluster-handle.ts';

export interface Place {
  /** Folder of all that follows. */
  base: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  lock: string;
  /** The user that PostgreSQL runs as, or null if it is the server's own. */
  user: OsUser | null;
}

interface Log {
  info(detail: object, message: string): void;
}

/** File in the data folder that names the database's location if that is elsewhere. */
const MARK = 'database.location';

/** Finds the place. Later starts find the same one, even after the data folder was moved. */
export function findPlace(dataDir: string, log: Log): Place {
  mkdirSync(dataDir, { recursive: true });
  const mark = join(dataDir, MARK);
  if (existsSync(mark)) return rememberedPlace(mark, log);
  const own = placeIn(dataDir);
  if (canReach(own.user, dataDir)) return own;
  throw new Error(
    `PostgreSQL does not run as root, and ${dataDir} is closed to user ${own.user?.name}: start as an ordinary user, or open the folders above it (chmod o+x)`,
  );
}

function rememberedPlace(mark: string, log: Log): Place {
  const base = readFileSync(mark, 'utf8').trim();
  if (!existsSync(base)) {
    throw new Error(
      `the database of this data folder was kept in ${base}, which is gone: bring it back, or remove ${mark} to begin with an empty one`,
    );
  }
  log.info({ folder: base }, `the database is kept in ${base}`);
  return placeIn(base);
}

function placeIn(base: string): Place {
  const cluster = join(base, 'postgres');
  return { base, cluster, lock: join(base, 'postgres.lock'), user: databaseUser(cluster) };
}
