// DATA_DIR: made when it is missing, and named when it cannot be.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDataFolder } from './data-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-data-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('is made with the folders above it, and taken as it is when it is there', async () => {
  const dataDir = join(folder, 'a', 'b');
  await makeDataFolder(dataDir);
  await makeDataFolder(dataDir);
  expect((await stat(dataDir)).isDirectory()).toBe(true);
});

it('stops the start with one line that names it', async () => {
  const made = makeDataFolder(join('/dev/null', 'data'));
  await expect(made).rejects.toThrow(/^Configuration: DATA_DIR cannot be used: .*\/dev\/null.*$/);
});
