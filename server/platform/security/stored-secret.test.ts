// The stored secret: one for all starts, and never an empty one.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedSecret } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tryout-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('is one for starts at the same time and later, and its owner’s alone [13.3.2]', async () => {
  const secrets = await Promise.all(Array.from({ length: 5 }, () => storedSecret(dataDir)));
  expect(new Set([...secrets, await storedSecret(dataDir)]).size).toBe(1);
  expect(secrets[0]).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(await readdir(dataDir)).toEqual(['session-secret']);
  expect((await stat(join(dataDir, 'session-secret'))).mode & 0o777).toBe(0o600);
});

it('refuses an empty file', async () => {
  await writeFile(join(dataDir, 'session-secret'), '\n');
  await expect(storedSecret(dataDir)).rejects.toThrow(/is empty/);
});
