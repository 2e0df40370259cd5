// Installs the packages of package-lock.json if they are missing. `npm start` and `npm test` call it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endWith, projectNode, root, run } from './project.mjs';

/** Installs if necessary. @returns {Promise<string>} path of the Node that runs the project */
export async function ensureInstalled() {
  if (!isInstalled()) await install();
  return projectNode();
}

/** Compares the lock file with npm's own record of the contents of node_modules. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = packagesOf(record);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(([path, expected]) => {
    if (path === '') return true;
    const present = installed[path];
    // Optional packages belong to other platforms.
    return present ? present.version === expected.version : expected.optional === true;
  });
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

async function install() {
  process.stdout.write('Installing packages (once, about a minute) …\n');
  // This is not `npm ci`, which rejects a lock file without other platforms' optional packages; some registries do not
  // have these. With --no-save the lock file stays unchanged. Warnings name packages that require a newer Node than the
  // machine's; they run on the pinned one.
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ];
  const code = await run('npm', args, { env: process.env });
  if (code !== 0) {
    throw new Error(
      `npm install failed (exit code ${code}); its message stands above. Is the network there?`,
    );
  }
}

if (process.argv[1] === import.meta.filename) {
  ensureInstalled().then((node) => process.stdout.write(`Installed; Node: ${node}\n`), endWith);
}
