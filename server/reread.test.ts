// `npm run reread` where there is nothing to read.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

it.each(['.', 'missing'])(
  'refuses a folder without an installation, and makes none: %s',
  async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'tryout-reread-'));
    const dataDir = join(folder, name);
    const reread = spawn(process.execPath, [join(import.meta.dirname, 'reread.ts')], {
      env: { DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [output, [code]] = await Promise.all([text(reread.stderr), once(reread, 'exit')]);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^There is no installation in .+\n$/),
    ]);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  },
);
