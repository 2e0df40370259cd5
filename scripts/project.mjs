// The project's root folder, and functions that run its programs with its own Node. Like all scripts here, this runs on
// an older Node too.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The release line of Node on which the project is tested. Node runs the TypeScript sources without a build. */
const NODE_MAJOR = 24;

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns the path of the Node that runs the project: the pinned package's, or the present one if it is new enough. */
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

/** The project's own programs (tsc, biome, …) precede others in PATH. */
export function projectEnvironment() {
  const bin = join(root, 'node_modules', '.bin');
  return { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
}

/**
 * Runs a program of the project to its end and shows its output as it arrives.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code, or 1 if a signal ended it
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

/** Runs a program like `run`, and returns its output. @returns {Promise<{ code: number, output: string }>} */
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

/** Ends a script with the message of an error instead of its stack. */
export function endWith(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
