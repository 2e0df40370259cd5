// Reports missing programs before all journeys, so that they do not fail test by test.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './programs.ts';

export function setup(): void {
  findProgram('chromium');
  findProgram('firefox');
  findProgram('ffprobe');
  if (!existsSync(join(import.meta.dirname, '..', 'dist', 'web', 'index.html'))) {
    const cause = "the web app is not built: run 'npm run build'";
    // Vitest reports the error below 'No test files found' and the names of all files.
    process.stderr.write(`\n${cause}\n`);
    throw new Error(cause);
  }
}
