// Tests that read the sources alone, in seconds: the walls between parts, and what the documentation says of them. A part
// of `npm run check`.
import { defineConfig } from 'vitest/config';
import { root } from '../test-processes.ts';

export default defineConfig({
  root,
  test: {
    environment: 'node',
    include: ['testing/walls/*.test.ts'],
    isolate: false,
    testTimeout: 120_000,
  },
});
