// Journeys in a real browser against the built app, parts that need a browser, benchmarks, and the app's size.
import { globSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst, projectsOf, requireOwnFiles, root } from '../testing/test-processes.ts';

const FILES = [
  '{e2e,bench}/**/*.test.ts',
  '{capture,sample,server,testing,web}/**/*.browser.test.ts',
];
const files = globSync(FILES, { cwd: root });
requireOwnFiles(files, 'testing/vitest.config.ts');

export default defineConfig({
  root,
  test: {
    environment: 'node',
    globalSetup: ['testing/database.setup.ts', 'testing/browser.setup.ts'],
    // A journey waits for most of its time; each has a server and a browser of its own.
    maxWorkers: 2,
    // A journey records for 20 seconds and then watches the recording, beside other tests and on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFilesFirst },
    projects: projectsOf(files),
  },
});
