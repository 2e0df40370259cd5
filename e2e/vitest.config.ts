// Journeys in a real browser against the built app, parts that need a browser, benchmarks, and the app's size.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    include: ['{e2e,bench}/**/*.test.ts', '**/*.browser.test.ts'],
    globalSetup: ['testing/database.setup.ts', 'testing/browser.setup.ts'],
    // A journey waits for most of its time; each has a server and a browser of its own.
    maxWorkers: 2,
    // A journey records for 20 seconds and then watches the recording.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
