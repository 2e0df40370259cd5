// `npm start`: installs and builds what is missing, then runs the server until a signal stops it.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { endWith, projectEnvironment, root } from './project.mjs';

async function start() {
  const node = await ensureInstalled();
  await ensureBuilt(node);
  process.exitCode = await serve(node);
}

/** Runs the server. @returns {Promise<number>} its exit code */
function serve(node) {
  const server = spawn(node, ['server/main.ts'], {
    cwd: root,
    env: projectEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own: Ctrl-C reaches this script (and npm) alone, the server gets one signal.
    detached: true,
  });
  let told = false;
  const stop = () => {
    if (!told) server.kill('SIGTERM');
    told = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => resolve(code ?? 1));
  });
}

start().catch(endWith);
