// Before all journeys: says at once what is missing, instead of failing test by test.
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
