// Unit and endpoint tests of all folders: one run, one database server, everything on real parts but a browser.
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    include: ['{contract,insight,capture,server,sample,web,testing}/**/*.test.{ts,tsx}'],
    // They run with the journeys.
    exclude: [...configDefaults.exclude, '**/*.browser.test.ts'],
    // The contrast of the design tokens is computed from their file.
    css: { include: [/(tokens|outcomes)\.css/] },
    globalSetup: ['testing/database.setup.ts'],
    // More than Vitest's own choice on two cores, one: most of the long files wait for clocks and lines.
    maxWorkers: 3,
    // A file's first test may start servers and a browser on a machine that does other work too.
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
  },
});
