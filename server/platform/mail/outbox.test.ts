// The outbox forgets mails after 30 days, and touches no file that is not its own.
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clearOutbox, outboxName } from './outbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-outbox-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000);
const id = '0b0f4bd4-6f53-4d0a-9a7e-6d1a0a6cf001';

it('removes mails of more than 30 days ago, half-written ones too', async () => {
  const old = [outboxName(daysAgo(30.001)), `${outboxName(daysAgo(400))}.part`];
  const remaining = [outboxName(daysAgo(29.999)), outboxName(now)];
  for (const name of [...old, ...remaining]) await writeFile(join(folder, name), 'mail');
  await clearOutbox(folder, now);
  expect((await readdir(folder)).toSorted()).toEqual(remaining.toSorted());
});

it('leaves everything else in the folder', async () => {
  const names = [
    'notes.eml',
    '2020-01-01.eml',
    `2020-01-01T00-00-00-000Z-${id}.eml.bak`,
    `x2020-01-01T00-00-00-000Z-${id}.eml`,
    `2020-13-41T99-99-99-000Z-${id}.eml`,
  ];
  for (const name of names) await writeFile(join(folder, name), 'mine');
  await mkdir(join(folder, `2020-01-01T00-00-00-000Z-${id}.eml`));
  await symlink('/etc/hostname', join(folder, `2020-01-02T00-00-00-000Z-${id}.eml`));
  const before = (await readdir(folder)).toSorted();
  await clearOutbox(folder, now);
  expect((await readdir(folder)).toSorted()).toEqual(before);
});

it('needs no folder', async () => {
  await clearOutbox(join(folder, 'none'), now);
});
