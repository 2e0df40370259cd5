// The help of `npm run sample-study` names whom the study belongs to.
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MAIN = resolve(import.meta.dirname, 'main.ts');

it('says who owns the study, and how to choose another address', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, '--help']);
  expect(stdout).toContain('npm run sample-study [address] [email]');
  expect(stdout).toContain('you@example.com by default');
});
