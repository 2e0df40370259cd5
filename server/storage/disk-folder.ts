// Folders of the disk storage: made so that names survive a power cut as bytes do, and listed.
import type { Dirent } from 'node:fs';
import { mkdir, open, opendir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Puts a folder's entries on stable storage: fdatasync of a file doesn't cover its name. */
export async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Makes a folder and its parents; resolves when each new name is on stable storage. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/** Paths of all files below a folder, relative to it, with `/` between names; '' when it is itself a file. */
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

/** Names in a folder, read bit by bit; none when there is no such folder. */
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

/** Whether an error says that there is no such file, or that its folder is a file. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, ['ENOENT', 'ENOTDIR']);
}

/** Whether an error says that the disk or quota is full, or that the file is as large as files can be. */
export function isFull(error: unknown): boolean {
  return hasCode(error, ['ENOSPC', 'EDQUOT', 'EFBIG']);
}

function hasCode(error: unknown, codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
