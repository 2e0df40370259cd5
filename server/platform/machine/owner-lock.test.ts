// The lock of a folder against owners that can't be seen: of another container, another machine, or from before a restart.
import { cp, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeOwnerLock } from './owner-lock.ts';
import { namespaceOf, startOf } from './process-identity.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-lock-'));
  path = join(folder, 'server.lock');
});
afterEach(() => rm(folder, { recursive: true }));

const boot = startOf(process.pid)?.split('@')[1];

it.each([
  ['another container', `1 77@${boot} pid:[1]\n`],
  ['another machine', `1 77@00000000-0000-0000-0000-000000000000 ${namespaceOf()}\n`],
])('of %s is respected while it is touched', async (_where, text) => {
  await writeFile(path, text);
  let second = 0;
  const owner = setInterval(() => {
    second += 1;
    void utimes(path, second, second);
  }, 20);
  try {
    await expect(takeOwnerLock(path, 'the folder')).rejects.toThrow(
      'the folder is in use by process 1 of another machine or container',
    );
  } finally {
    clearInterval(owner);
  }
  expect(await readFile(path, 'utf8')).toBe(text);
});

it('of another container is taken over when it stays untouched', async () => {
  await writeFile(path, `1 77@${boot} pid:[1]\n`);
  const lock = await takeOwnerLock(path, 'the folder', 300);
  lock.check();
  lock.release();
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});

it('of a process that is gone is taken over at once', async () => {
  await writeFile(path, `${process.pid} 1@${boot} ${namespaceOf()} 1:1\n`);
  (await takeOwnerLock(path, 'the folder', Number.POSITIVE_INFINITY)).release();
});

it('that was copied with its folder is taken over, while the original stays in use wherever it is moved', async () => {
  const original = await takeOwnerLock(path, 'the folder');
  const [copied, moved] = [`${folder}-copy`, `${folder}-moved`];
  try {
    await cp(folder, copied, { recursive: true, preserveTimestamps: true });
    const copy = await takeOwnerLock(
      join(copied, 'server.lock'),
      'the copy',
      Number.POSITIVE_INFINITY,
    );
    await rename(folder, moved);
    await expect(takeOwnerLock(join(moved, 'server.lock'), 'the folder')).rejects.toThrow(
      `the folder is in use by process ${process.pid} `,
    );
    await rename(moved, folder);
    original.check();
    copy.release();
    original.release();
  } finally {
    await rm(copied, { recursive: true, force: true });
  }
});

it('is touched by its living owner', async () => {
  const lock = await takeOwnerLock(path, 'the folder');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('pid:[', 'pid:[9'));
  await expect(takeOwnerLock(path, 'the folder')).rejects.toThrow('another machine or container');
  lock.release();
});
