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

/** Called when npm has ended. Stops this script, or the server once it runs. */
let stop = () => process.exit(1);

async function start() {
  onceNpmEnded(() => stop());
  const node = await ensureInstalled();
  await ensureBuilt(node);
  process.exitCode = await serve(node);
}

/** Runs the server. @returns {Promise<number>} its exit code */
function serve(node) {
  const server = spawn(node, [...FLAGS, 'server/main.ts'], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...projectEnvironment() },
    // The channel closes whenever this script ends, and the server stops then.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The server has its own process group: Ctrl-C only signals this script (and npm), so the server gets one signal.
    detached: true,
  });
  let isStopping = false;
  stop = () => {
    if (!isStopping) server.kill('SIGTERM');
    isStopping = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Until the server has its own handlers, the signal ends it; it has started nothing yet.
    server.once('exit', (code) => resolve(code ?? (isStopping ? 0 : 1)));
  });
}

start().catch(endWith);
