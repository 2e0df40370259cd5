// The database of an installation that configures none: PostgreSQL from its npm package, started by the server on a
// unix socket of its own, reachable by no other process.
import { existsSync } from 'node:fs';
import type { PoolConfig } from 'pg';
import { unlessEnded } from '#server/platform/machine/closing.ts';
import { READABLE_FOLDER } from '#server/platform/machine/os-user.ts';
import { isOwned, takeOwnerLock } from '#server/platform/machine/owner-lock.ts';
import { DATABASE, prepareAppRole, ROLE } from './app-role.ts';
import { usableBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { socketFolderOf, stopOrphan } from './orphan.ts';
import { findPlace, type Place } from './place.ts';
import { Postmaster, type PostmasterLog } from './postmaster.ts';
import { makeSocketFolder } from './socket-folder.ts';

export interface EmbeddedOptions {
  /** Absolute path of a folder, which is created if it is missing. */
  dataDir: string;
  log: PostmasterLog & { info(detail: object, message: string): void };
  /** Server settings beyond ours, as `{ fsync: 'off' }` for temporary databases. */
  settings?: Readonly<Record<string, string>>;
  /** Ends the start when it is aborted, with everything that it started. */
  signal?: AbortSignal;
  /** Folder for PostgreSQL's programs if the user they run as can't reach the package. */
  readableFolder?: string;
}

export interface EmbeddedDatabase {
  /** Connection for openDatabase, as a role that owns this database and nothing else. */
  connection: PoolConfig;
  /** Stops the server. Close all connections first, because it ends those that are left. */
  stop(): Promise<void>;
}

/**
 * Starts the server; the first start makes its files. One process owns a data folder at a time; what
 * a killed owner left running is stopped and taken over.
 * @throws Error with a sentence for people: in use by another process, no such platform, …
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, settings = {}, readableFolder = READABLE_FOLDER } = options;
  const { signal = new AbortController().signal } = options;
  const place = findPlace(dataDir, log);
  const lock = takeOwnerLock(place.lock, 'the database');
  try {
    const binaries = usableBinaries(place, readableFolder, log);
    await prepareCluster(place, binaries, signal);
    await stopOrphan(place.cluster, log);
    const server = await startServer(place, { binaries, settings, log, signal });
    const stop = async () => {
      await server.stop();
      lock.release();
    };
    const connection = await unlessEnded(signal, prepareAppRole(server.socketFolder)).catch(
      async (error: unknown) => {
        await server.stop();
        throw error;
      },
    );
    let stopped: Promise<void> | undefined;
    return {
      connection,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Returns whether a data folder has a database that this user can reach. It creates nothing. */
export function hasDatabase({ dataDir, log }: EmbeddedOptions): boolean {
  return existsSync(dataDir) && existsSync(findPlace(dataDir, log).cluster);
}

/** The database of a data folder whose server runs in another process, or null if none does. */
export function runningDatabase({ dataDir, log }: EmbeddedOptions): PoolConfig | null {
  const { lock, cluster } = findPlace(dataDir, log);
  if (!isOwned(lock)) return null;
  return { host: socketFolderOf(cluster), user: ROLE, database: DATABASE };
}

async function startServer(
  place: Place,
  how: {
    binaries: string;
    settings: Readonly<Record<string, string>>;
    log: PostmasterLog;
    signal: AbortSignal;
  },
) {
  const folder = makeSocketFolder(place);
  try {
    const postmaster = await Postmaster.start({ place, socketFolder: folder.path, ...how });
    const stop = async () => {
      await postmaster.stop();
      folder.remove();
    };
    return { socketFolder: folder.path, stop };
  } catch (error) {
    folder.remove();
    throw error;
  }
}
