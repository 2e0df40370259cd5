// `npm start`: installs and builds what is missing, then runs the server until a signal stops it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { onceNpmEnded } from './npm-ended.mjs';
import { endWith, projectEnvironment, root } from './project.mjs';

/** V8 keeps three areas of this size for what was just made: 8 MB instead of 16 spare an idle server 27 MB. */
const FLAGS = ['--max-semi-space-size=8'];
/** Sources whose types are taken out and that are compiled: later starts need neither. */
const compiled = join(root, 'node_modules', '.cache', 'tryout-compiled');

/** What the end of npm stops: this script, and the server once it runs. */
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
    // The channel closes when this script ends, however it ends; the server stops then.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A group of its own: Ctrl-C reaches this script (and npm) alone, the server gets one signal.
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
    // Before it has set its own handlers, the signal ends the server, which has started nothing yet.
    server.once('exit', (code) => resolve(code ?? (isStopping ? 0 : 1)));
  });
}

start().catch(endWith);
