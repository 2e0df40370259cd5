// Builds the web app into dist/web if its sources have changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressText } from './compress.mjs';
import { ensureInstalled } from './install.mjs';
import { endWith, root, run } from './project.mjs';

/** Everything that the built app depends on. */
const SOURCES = [
  'web',
  'contract',
  'insight',
  'capture',
  'scripts/compress.mjs',
  'package-lock.json',
];
/** Builds of web/vite.config.ts in order. The first one empties dist/web. */
const MODES = ['production', 'participant'];
const RESULT = join(root, 'dist', 'web', 'index.html');
/** File with the hash of the sources of dist/web. */
const STAMP = join(root, 'dist', 'web.sources');

/** @param {string} node path of the Node that builds */
export async function ensureBuilt(node) {
  const sources = hashOfSources();
  if (existsSync(RESULT) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources) return;
  process.stdout.write('Building the web app …\n');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  for (const mode of MODES) {
    const args = ['build', '--config', 'web/vite.config.ts', '--mode', mode, '--logLevel', 'warn'];
    const code = await run(node, [vite, ...args]);
    if (code !== 0) throw new Error(`The web app could not be built (exit code ${code}).`);
  }
  compressText(join(root, 'dist', 'web', 'static'));
  writeFileSync(STAMP, sources);
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesOf(source)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!existsSync(join(root, path))) return [];
  if (path.includes('.')) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .sort();
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled().then(ensureBuilt).catch(endWith);
}
