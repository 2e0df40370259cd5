// The list of long files names files, which a move of folders would otherwise leave without effect; a file of the other
// configuration is named as the cause.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LONG_FILES, requireOwnFiles, root } from './test-processes.ts';

it('long files exist', () => {
  expect(LONG_FILES.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

it('a test file of the other configuration is refused with its name', () => {
  const own = ['testing/addresses.test.ts'];
  const run = (...paths: string[]) =>
    requireOwnFiles(own, 'e2e/vitest.config.ts', ['vitest', ...paths]);
  const cause = 'e2e/names.test.ts: run with --config e2e/vitest.config.ts';
  expect(() => run(join(root, 'e2e/names.test.ts'))).toThrow(cause);
  expect(() => run(join(root, 'testing/addresses.test.ts'))).not.toThrow();
  expect(() => run(...['e2e/names.test.ts', ...own].map((path) => join(root, path)))).not.toThrow();
  expect(() => run('names')).not.toThrow();
});
