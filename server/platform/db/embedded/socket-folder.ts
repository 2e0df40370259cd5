// The folder of the server's unix socket: the data folder itself, or a short private one when its path
// is too long for a socket address.
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Place } from './place.ts';

/** Limit of unix(7): 108 bytes with the closing zero; macOS has 104. */
const ADDRESS_LIMIT_BYTES = process.platform === 'linux' ? 107 : 103;
/** PostgreSQL's name for the socket; the port is only a part of that name. */
export const SOCKET_NAME = '.s.PGSQL.5432';
/**
 * The prefix is not TMPDIR, which may be long itself. Anybody may write there, so the folder gets a random name and
 * mode 700.
 */
const SHORT_PREFIX = '/tmp/tryout-socket-';

export interface SocketFolder {
  path: string;
  remove(): void;
}

export function makeSocketFolder({ cluster, user }: Place): SocketFolder {
  if (Buffer.byteLength(join(cluster, SOCKET_NAME)) <= ADDRESS_LIMIT_BYTES) {
    return { path: cluster, remove: () => undefined };
  }
  const path = mkdtempSync(SHORT_PREFIX);
  if (user) chownSync(path, user.uid, user.gid);
  return { path, remove: () => removeSocketFolder(path) };
}

/** Removes the socket folder of a killed server; other folders stay. */
export function removeSocketFolder(path: string): void {
  const ours = path.startsWith(SHORT_PREFIX) && dirname(path) === dirname(SHORT_PREFIX);
  if (!ours || !existsSync(path)) return;
  if (readdirSync(path).every((name) => name.startsWith(SOCKET_NAME))) {
    rmSync(path, { recursive: true });
  }
}
