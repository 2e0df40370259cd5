// The list of long files names files, which a move of folders would otherwise leave without effect.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LONG_FILES, root } from './test-processes.ts';

it('long files exist', () => {
  expect(LONG_FILES.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
