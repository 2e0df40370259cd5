// Makes a file that several processes may want to make at once.
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** A hard link appears with its content or not at all, and never replaces a file. False: there is one. */
export function createWhole(path: string, content: string): boolean {
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, content, { flag: 'wx' });
  try {
    linkSync(unfinished, path);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Null: there is no such file. */
export function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
