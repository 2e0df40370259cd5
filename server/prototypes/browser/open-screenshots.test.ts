// The capturing browser of a server that runs as root: it runs as another user, or not at all.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { ImageReader } from '#server/media/images.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { browserUser, databaseUser } from '#server/platform/machine/os-user.ts';
import { prototypeHosts } from '#server/prototypes/prototype-hosts.ts';
import { openScreenshots } from './open-screenshots.ts';

const isRoot = process.getuid?.() === 0;

it.runIf(isRoot)(
  'is no camera where that user can’t run the program, and the log says so once',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tryout-closed-'));
    const CHROMIUM_PATH = join(folder, 'chromium');
    await writeFile(CHROMIUM_PATH, '#!/bin/sh\n', { mode: 0o755 });
    const config = readConfig({ CHROMIUM_PATH, DATA_DIR: folder });
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const hosts = {
      publicUrl: 'https://a.example',
      prototypeHosts: prototypeHosts(config.figma, null),
      images: new ImageReader(),
      log,
    };
    expect(openScreenshots(config, hosts)).toBeNull();
    expect(lines).toEqual([expect.stringMatching(/no screen images by a browser.*cannot run/)]);
    await chmod(folder, 0o755);
    const opened = openScreenshots(config, hosts);
    expect([opened?.isUsable(), lines.length]).toEqual([true, 1]);
    await rm(folder, { recursive: true });
  },
);

it('runs as neither root nor the user of the database', () => {
  const user = browserUser();
  if (!isRoot) return expect(user).toBeNull();
  expect(user?.uid).toBeGreaterThan(0);
  expect(user?.uid).not.toBe(databaseUser('/nowhere/postgres')?.uid);
});
