// The secret that signs tokens when none is configured: made once and kept in the data folder.
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from './secrets.ts';

/** @returns the kept secret, made at the first start; readable by its owner alone. */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true });
  const unfinished = `${file}.${crypto.randomUUID()}`;
  try {
    await writeSynced(unfinished, randomToken());
    // A link appears with all its content and never replaces one: two first starts agree on one
    // secret, and a start that is killed half-way leaves no empty one, which anybody could guess.
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret === '') throw new Error(`${file} is empty: remove it and start again.`);
  return secret;
}

async function writeSynced(path: string, content: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
