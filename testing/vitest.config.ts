// Unit and endpoint tests of all folders: one run, one database server, everything on real parts but a browser.
import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst, projectsOf, requireOwnFiles, root } from './test-processes.ts';

const FILES = '{contract,insight,capture,server,sample,web,testing}/**/*.test.{ts,tsx}';

/** Those that need a browser run with the journeys, those of walls with `npm run check`. */
const files = globSync(FILES, { cwd: root }).filter(
  (file) => !/\.browser\.test\.ts$|^testing\/walls\//.test(file),
);
requireOwnFiles(files, 'e2e/vitest.config.ts');

export default defineConfig({
  root,
  test: {
    environment: 'node',
    // The contrast of the design tokens is computed from their file.
    css: { include: [/(tokens|outcomes)\.css/] },
    globalSetup: ['testing/database.setup.ts'],
    // More than Vitest's own choice on two cores, one: most of the long files wait for clocks and lines.
    maxWorkers: 3,
    // A file's first test may start servers and a browser on a machine that does other work too.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    sequence: { sequencer: LongFilesFirst },
    projects: projectsOf(files),
  },
});
