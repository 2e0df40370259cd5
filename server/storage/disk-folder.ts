// Folders of the disk storage: creates them durably, so that names survive a power cut like bytes, and lists them.
import type { Dirent } from 'node:fs';
import { mkdir, open, opendir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a folder's entries to stable storage, because fdatasync of a file doesn't cover its name. */
export async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Creates a folder and its parents. Resolves when each new name is on stable storage. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (
    let createdPath = path;
    createdPath.length >= first.length;
    createdPath = dirname(createdPath)
  ) {
    await syncFolder(dirname(createdPath));
  }
}

/** Yields the paths of all files below a folder, relative to it, with `/` between names. A file itself yields ''. */
export async function* walkFiles(folder: string): AsyncGenerator<string> {
  const entries = await entriesOf(folder);
  if (entries === 'file') {
    yield '';
    return;
  }
  for (const entry of entries) {
    if (entry.isFile()) yield entry.name;
    if (!entry.isDirectory()) continue;
    for await (const inner of walkFiles(join(folder, entry.name))) yield `${entry.name}/${inner}`;
  }
}

/** Yields the names in a folder without reading all of them at once. Yields none if the folder does not exist. */
export async function* namesIn(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function entriesOf(folder: string): Promise<Dirent[] | 'file'> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return [];
    if (hasCode(error, ['ENOTDIR'])) return 'file';
    throw error;
  }
}

/** Returns whether an error means that the file does not exist, or that its folder is a file. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, ['ENOENT', 'ENOTDIR']);
}

/** Returns whether an error means that the disk or quota is full, or that the file has the maximum size. */
export function isFull(error: unknown): boolean {
  return hasCode(error, ['ENOSPC', 'EDQUOT', 'EFBIG']);
}

function hasCode(error: unknown, codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
