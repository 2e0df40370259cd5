// The folder of all data on this machine: created at the first start, and closed to all other users before anything
// is opened in it.
import { constants, type Stats } from 'node:fs';
import { access, chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { naming } from '#server/platform/config/config.ts';
import { userName } from './os-user.ts';
import { takeOwnerLock } from './owner-lock.ts';

/** Mask that removes every right of group and others from the files of the process, including temporary ones. */
export const UMASK = 0o077;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Root's database runs as another user: on Linux it needs no way in (db/embedded/cluster-handle.ts). */
const needsWayIn = process.platform !== 'linux' && process.getuid?.() === 0;
const DATA_DIR_MODE = needsWayIn ? 0o711 : FOLDER_MODE;
/** Rights of group and others. */
const OTHERS = 0o077;
/** Set on folders that belong to all, as /tmp. */
const STICKY = 0o1000;

/** Names the one server that has the folder. */
const LOCK = 'server.lock';

/** The server's own entries of the folder. PostgreSQL closes its own, and its programs are no secret. */
const ours = ['media', 'outbox', 'browser', 'session-secret', 'database.location'];
/** Tells a data folder from another one that DATA_DIR names by mistake. */
const marks = [...ours, 'postgres', 'postgres.lock', LOCK];

interface Log {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
}

/** @throws Error with one line that names DATA_DIR when the folder can't be made or written to, or is another user's. */
export async function makeDataFolder(dataDir: string, log: Log): Promise<void> {
  await naming('DATA_DIR', async () => {
    await rejectOtherUsersPlace(resolve(dataDir));
    await mkdir(dataDir, { recursive: true, mode: DATA_DIR_MODE });
    await access(dataDir, constants.W_OK);
    for (const name of ours) await rejectOtherOwner(join(dataDir, name));
  });
  if (!(await isOursAlone(dataDir))) {
    log.warn(
      { dataDir },
      'other programs use the folder DATA_DIR names, so it is left as it is, open to other users: give this server a folder of its own',
    );
  } else {
    await close(dataDir, DATA_DIR_MODE, log);
  }
  for (const name of ours) await close(join(dataDir, name), FOLDER_MODE, log);
}

/**
 * Creates the folder and locks it: one server has it at a time, wherever its database is.
 * @param options `needed` is false if nothing has to be stored in the folder, so that a failure to create it is no
 * error
 * @param closing gets the step that releases the folder
 * @throws Error with one line that names DATA_DIR, and who has the folder
 */
export async function holdDataFolder(
  { dataDir, needed, log }: { dataDir: string; needed: boolean; log: Log },
  closing: AsyncDisposableStack,
): Promise<void> {
  try {
    await makeDataFolder(dataDir, log);
  } catch (error) {
    if (needed) throw error;
    return;
  }
  const lock = await naming('DATA_DIR', async () =>
    takeOwnerLock(join(dataDir, LOCK), `the folder ${dataDir}`),
  );
  closing.defer(() => lock.release());
}

/**
 * Rejects a place where another user could replace the folder's content, such as the session secret. Root must not
 * create the folder inside of another user's folder either, because that user's next start could not write to it.
 * @param dataDir an absolute path
 */
async function rejectOtherUsersPlace(dataDir: string): Promise<void> {
  if ((await statIfThere(dataDir)) !== null) return await rejectOtherOwner(dataDir);
  if (process.geteuid?.() !== 0) return;
  let parent = dirname(dataDir);
  while ((await statIfThere(parent)) === null && parent !== dirname(parent)) {
    parent = dirname(parent);
  }
  await rejectOtherOwner(parent);
}

/** Does nothing where the path does not exist, and on systems without user ids. */
async function rejectOtherOwner(path: string): Promise<void> {
  const own = process.geteuid?.();
  const found = await statIfThere(path);
  if (found === null || own === undefined || found.uid === own) return;
  const owner = userName(found.uid);
  throw new Error(
    `${path} belongs to user ${owner}, and this server runs as ${userName(own)}. Start it as ${owner}, or give this server a folder that belongs to ${userName(own)}`,
  );
}

/** Returns whether the server may change the folder's mode. It must not for shared folders such as / or /tmp. */
async function isOursAlone(dataDir: string): Promise<boolean> {
  const { mode } = await stat(dataDir);
  const names = await readdir(dataDir);
  const isKnown = names.length === 0 || names.some((name) => marks.includes(name));
  return dataDir !== '/' && (mode & STICKY) === 0 && isKnown;
}

/** Follows a link: media on another disk are as private. */
async function close(path: string, folderMode: number, log: Log): Promise<void> {
  const found = await statIfThere(path);
  if (found === null) return;
  const mode = found.isDirectory() ? folderMode : FILE_MODE;
  if ((found.mode & OTHERS & ~mode) === 0) return;
  const [before, after] = [(found.mode & 0o777).toString(8), mode.toString(8)];
  try {
    await chmod(path, mode);
    log.info(
      { path },
      `${path} was open to other users (mode ${before}) and is closed now (${after})`,
    );
  } catch (error) {
    log.warn(
      { path, err: error },
      `${path} is open to other users of this machine (mode ${before}) and could not be closed: close it (chmod ${after}), or give this server another DATA_DIR`,
    );
  }
}

async function statIfThere(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch {
    return null; // not made yet, or a link that leads nowhere
  }
}
