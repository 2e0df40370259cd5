// Hashes of passwords: on a thread of their own, one at a time, and never in the thread pool that storage shares.
import { createHook } from 'node:async_hooks';
import { randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkspaceId } from '#contract/ids.ts';
import { HashingThread } from './hashing-thread.ts';
import { HASHES_WAITING, Passwords } from './passwords.ts';

const workspace = '0198f7a0-0000-7000-8000-000000000001' as WorkspaceId;

/** Hashes that Node computes in its thread pool for this thread. */
let pooled = 0;
const hook = createHook({
  init: (_id, type) => {
    if (/scrypt|pbkdf2|argon2/i.test(type)) pooled += 1;
  },
});

class CountedThread extends HashingThread {
  atOnce = 0;
  most = 0;
  calls = 0;
  override async derive(input: Parameters<HashingThread['derive']>[0]): Promise<Buffer> {
    this.calls += 1;
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    try {
      return await super.derive(input);
    } finally {
      this.atOnce -= 1;
    }
  }
}

const thread = new CountedThread();
const passwords = new Passwords(thread);
beforeAll(() => void hook.enable());
afterAll(async () => {
  hook.disable();
  await passwords.stop();
});

it('opens with the right password alone, in each spelling of it', async () => {
  const stored = await passwords.hash(workspace, 'pässword one');
  expect(stored).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
  expect(await passwords.verify(workspace, 'pa\u0308ssword one', stored)).toBe(true);
  expect(await passwords.verify(workspace, 'password one', stored)).toBe(false);
  expect(await passwords.hash(workspace, 'pässword one')).not.toBe(stored);
});

it('opens with a password that was hashed at other costs [11.4.2]', async () => {
  const salt = randomBytes(16);
  const costs = { N: 1024, r: 8, p: 1 };
  const key = await new HashingThread().derive({ password: 'old', salt, costs, keyBytes: 32 });
  const stored = `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`;
  expect(await passwords.verify(workspace, 'old', stored)).toBe(true);
});

it('computes one hash at a time, none in the thread pool, and rejects what does not fit into the queue [15.2.2]', async () => {
  [thread.most, thread.calls] = [0, 0];
  pooled = 0;
  const tries = Array.from({ length: 60 }, () => passwords.hash(workspace, 'a password'));
  const outcomes = await Promise.allSettled(tries);
  const done = outcomes.filter(({ status }) => status === 'fulfilled').length;
  const most = 1 + HASHES_WAITING.waitingPerGroup;
  expect([done, thread.calls, thread.most]).toEqual([most, most, 1]);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('too_many_requests');
  }
  expect(pooled).toBe(0);
  // The count is honest: it finds a hash in the pool.
  await promisify(scrypt)('a password', 'salt', 32);
  expect(pooled).toBe(1);
});

it('after the end of its thread starts another one', async () => {
  const ended = passwords.hash(workspace, 'a password');
  const refusal = expect(ended).rejects.toThrow();
  await thread.stop();
  await refusal;
  expect(await passwords.hash(workspace, 'a password')).toMatch(/^scrypt/);
});

it('a hash that cannot be computed is an error of its call alone', async () => {
  await expect(passwords.verify(workspace, 'a password', 'scrypt$3$8$5$AA$AA')).rejects.toThrow();
  expect(await passwords.hash(workspace, 'a password')).toMatch(/^scrypt/);
});
