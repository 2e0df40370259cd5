// Where the project lies, and how its programs are run: always with its own Node.
// Like all scripts here it also runs on the older Node that a machine may have.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The sources are TypeScript that Node runs without a build; this is the release line it is tested on. */
const NODE_MAJOR = 24;

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path of the Node that runs the project: the pinned package's, or this one when it is new enough. */
export function projectNode() {
  const packaged = join(
    root,
    'node_modules',
    `node-${process.platform}-${process.arch}`,
    'bin',
    'node',
  );
  if (existsSync(packaged)) return packaged;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath;
  throw new Error(
    `Node ${NODE_MAJOR} or newer is needed, this is ${process.versions.node}, and there is no packaged one for ${process.platform}-${process.arch}: install it from https://nodejs.org`,
  );
}

/** The project's own programs (tsc, biome, …) come first. */
export function projectEnvironment() {
  const bin = join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * Runs a program of the project to its end, its output shown as it comes.
 * @param {string} command @param {readonly string[]} args
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: projectEnvironment(),
      stdio: ['ignore', 'inherit', 'inherit'],
      ...options,
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** The same with the output kept. @returns {Promise<{ code: number, output: string }>} */
export function runQuietly(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env: projectEnvironment() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Ends a script with the sentence of an error instead of its stack. */
export function endWith(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
