// Gets what the tests need beside Node: Chromium, ffprobe and a font, from Debian's packages.
// root installs them; an ordinary user unpacks them into a folder of their own.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { unpackPackages } from './debian-packages.mjs';
import { endWith } from './project.mjs';

const PACKAGES = ['chromium', 'ffmpeg', 'fonts-liberation'];

/** Programs the tests look for, with the variable that names another one (testing/programs.ts). */
const PROGRAMS = [
  { variable: 'CHROMIUM_PATH', names: ['chromium', 'google-chrome', 'google-chrome-stable'] },
  { variable: 'FFPROBE_PATH', names: ['ffprobe'] },
];

const ADVICE =
  'Install Chromium and ffmpeg, or name them in CHROMIUM_PATH and FFPROBE_PATH, and start again.';

/** testing/programs.ts looks here too. */
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tryout', 'debian');

/** Does nothing when all of it is there. */
export function provisionBrowser() {
  if (missing().length === 0) return;
  const asRoot = process.getuid?.() === 0;
  if (!hasAptGet()) throw new Error(`The tests need ${missing().join(' and ')}. ${ADVICE}`);
  process.stdout.write(`Getting ${PACKAGES.join(', ')} for the tests (once) …\n`);
  if (asRoot) installPackages();
  else unpackPackages(folder, PACKAGES);
  if (missing().length === 0) return;
  if (!asRoot) rmSync(folder, { recursive: true, force: true });
  throw new Error(`Debian's packages brought no ${missing().join(' and no ')}. ${ADVICE}`);
}

function missing() {
  return PROGRAMS.filter((program) => !isThere(program)).map(({ names }) => names[0]);
}

function isThere({ variable, names }) {
  if (process.env[variable]) return true;
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(folder, 'bin')];
  return folders.some((place) => names.some((name) => isExecutable(join(place, name))));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or no program
  }
}

function hasAptGet() {
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

function installPackages() {
  // Another apt-get may be at work, as on a machine that has just been started.
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...PACKAGES];
  for (const args of [['update'], install]) {
    const { status, stderr } = spawnSync('apt-get', [...patience, ...args], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed:\n${stderr}\n${ADVICE}`);
  }
}

if (process.argv[1] === import.meta.filename) {
  try {
    provisionBrowser();
    process.stdout.write(existsSync(folder) ? `Ready, in ${folder}\n` : 'Ready.\n');
  } catch (error) {
    endWith(error);
  }
}
