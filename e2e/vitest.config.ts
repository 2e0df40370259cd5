// Journeys in a real browser against the built app, and its size: one after the other, as each needs
// the machine.
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    environment: 'node',
    include: ['{e2e,bench}/**/*.test.ts'],
    globalSetup: ['testing/database.setup.ts', 'testing/browser.setup.ts'],
    fileParallelism: false,
    // A journey records for 20 seconds and then watches the recording.
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
});
