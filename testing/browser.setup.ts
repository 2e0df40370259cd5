// Reports missing programs before all journeys, so that they do not fail test by test.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './programs.ts';

export function setup(): void {
  findProgram('chromium');
  findProgram('firefox');
  findProgram('ffprobe');
  if (!existsSync(join(import.meta.dirname, '..', 'dist', 'web', 'index.html'))) {
    throw new Error("the web app is not built: run 'npm run build'");
  }
}
