// The lock of a folder: one owner at a time, gone with its process, and not in a copy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isOwned, takeOwnerLock } from './owner-lock.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-lock-'));
  path = join(folder, 'server.lock');
});
afterEach(() => rm(folder, { recursive: true }));

const take = (at = path) => takeOwnerLock(at, 'the folder');
const IN_USE = 'the folder is in use by another server';

it('has one owner at a time, also within a process', () => {
  expect(isOwned(path)).toBe(false);
  const first = take();
  expect(isOwned(path)).toBe(true);
  expect(() => take()).toThrow(IN_USE);
  first.release();
  expect(isOwned(path)).toBe(false);
  take().release();
});

it('is respected by other processes, and free as soon as its owner is killed', async () => {
  const script = `const { takeOwnerLock } = await import(${JSON.stringify(join(import.meta.dirname, 'owner-lock.ts'))});
    takeOwnerLock(process.argv[1], 'x'); console.log('ready'); setInterval(() => undefined, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script, path]);
  await once(owner.stdout, 'data');
  expect(() => take()).toThrow(IN_USE);
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  take().release();
});

it('stays with a folder that is moved, and a copy of the folder has none', async () => {
  const original = take();
  const [copied, moved] = [`${folder}-copy`, `${folder}-moved`];
  try {
    await cp(folder, copied, { recursive: true, preserveTimestamps: true });
    const copy = take(join(copied, 'server.lock'));
    await rename(folder, moved);
    expect(() => take(join(moved, 'server.lock'))).toThrow(IN_USE);
    await rename(moved, folder);
    copy.release();
    original.release();
  } finally {
    await rm(copied, { recursive: true, force: true });
  }
});

it('of an earlier release is respected while it is touched, and then replaced', async () => {
  await writeFile(path, '123 456@boot pid:[1] 1:1\n');
  expect([isOwned(path), () => take()]).toEqual([true, expect.any(Function)]);
  expect(() => take()).toThrow(IN_USE);
  const long = new Date(Date.now() - 60_000);
  await utimes(path, long, long);
  take().release();
});
