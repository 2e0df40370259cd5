// Where the database's files lie: in the data folder, or, when that is closed to the user PostgreSQL
// runs as (a clone under root's home folder), in a readable place that the data folder remembers.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canEnter, databaseUser, type OsUser } from '#server/os-user.ts';
import { createWhole } from './whole-file.ts';

export interface Place {
  /** Holds all that follows. */
  base: string;
  /** PostgreSQL's own data folder. */
  cluster: string;
  lock: string;
  /** Null: PostgreSQL runs as ourselves. */
  user: OsUser | null;
}

interface Log {
  info(detail: object, message: string): void;
}

/** File in the data folder that says where the database is when it is not there itself. */
const MARK = 'database.location';

/**
 * Decides once; later starts find the same place, also after the data folder was moved.
 * @param readableFolder where root's files go when the data folder is closed to other users.
 */
export function findPlace(dataDir: string, readableFolder: string, log: Log): Place {
  mkdirSync(dataDir, { recursive: true });
  const mark = join(dataDir, MARK);
  if (existsSync(mark)) return rememberedPlace(mark, log);
  const own = placeIn(dataDir);
  if (own.user === null || canEnter(own.user, dataDir)) return own;
  if (existsSync(own.cluster)) {
    throw new Error(
      `user ${own.user.name}, who owns the database in ${own.cluster}, can't reach it: open the folders above it (chmod o+x)`,
    );
  }
  const base = join(readableFolder, randomUUID());
  // Everybody may pass through; the cluster itself is closed.
  mkdirSync(base, { recursive: true, mode: 0o755 });
  // Another first start at the same moment may have decided already.
  if (!createWhole(mark, `${base}\n`)) return rememberedPlace(mark, log);
  log.info(
    { folder: base },
    `PostgreSQL does not run as root, and ${dataDir} is closed to user ${own.user.name}: the database is kept in ${base}`,
  );
  return placeIn(base);
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
