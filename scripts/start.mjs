// `npm start`: installs and builds if necessary, then runs the server until a signal stops it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { onceNpmEnded } from './npm-ended.mjs';
import { endWith, projectEnvironment, root } from './project.mjs';

/** V8 has three areas of this size for new objects: 8 MB instead of 16 save an idle server 27 MB. */
const FLAGS = ['--max-semi-space-size=8'];
/** Cache of compiled sources without types, so that later starts are faster. */
const compiled = join(root, 'node_modules', '.cache', 'tryout-compiled');

/** Pause before a server that died starts again. It doubles each time, and returns to this after a long run. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const LONG_RUN_MS = 10 * 60_000;

let isStopping = false;
/** Called when npm has ended. Stops this script, or the server once it runs. */
let stop = () => process.exit(1);

async function start() {
  onceNpmEnded(() => stop());
  const node = await ensureInstalled();
  await ensureBuilt(node);
  process.exitCode = await serve(node);
}

/** Runs the server, and starts it again if it dies after it was ready. @returns {Promise<number>} its last exit code */
async function serve(node) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop());
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const startedMs = performance.now();
    const { code, wasReady } = await runServer(node);
    if (isStopping || code === 0 || !wasReady) return code;
    if (performance.now() - startedMs > LONG_RUN_MS) pauseMs = FIRST_PAUSE_MS;
    process.stderr.write(`\nThe server died. It starts again in ${pauseMs / 1000} s.\n`);
    await pause(pauseMs);
    if (isStopping) return 0;
  }
}

/** @returns {Promise<void>} resolves after this time, or at once when the script is stopped */
function pause(ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stop = () => {
      isStopping = true;
      clearTimeout(timer);
      resolve();
    };
  });
}

/** @returns {Promise<{ code: number, wasReady: boolean }>} its exit code, and whether it had answered calls */
function runServer(node) {
  const server = spawn(node, [...FLAGS, 'server/main.ts'], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...projectEnvironment() },
    // The channel closes whenever this script ends, and the server stops then.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The server has its own process group: Ctrl-C only signals this script (and npm), so the server gets one signal.
    detached: true,
  });
  let wasReady = false;
  server.once('message', () => {
    wasReady = true;
  });
  stop = () => {
    if (!isStopping) server.kill('SIGTERM');
    isStopping = true;
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Until the server has its own handlers, the signal ends it; it has started nothing yet.
    // At 'close', unlike at 'exit', its last message has been read.
    server.once('close', (code) => resolve({ code: code ?? (isStopping ? 0 : 1), wasReady }));
  });
}

start().catch(endWith);
