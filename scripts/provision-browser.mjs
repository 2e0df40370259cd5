// Gets what the tests need beside Node: Chromium, Firefox, ffprobe and a font, from Debian's packages.
// root installs them; an ordinary user unpacks them into a folder of their own.
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasAptGet, installPackages, isThere, unpackPackages } from './debian-packages.mjs';
import { endWith } from './project.mjs';

const PACKAGES = ['chromium', 'firefox-esr', 'ffmpeg', 'fonts-liberation'];

/** Programs the tests look for, with the variable that names another one (testing/programs.ts). */
const PROGRAMS = [
  { variable: 'CHROMIUM_PATH', names: ['chromium', 'google-chrome', 'google-chrome-stable'] },
  { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'] },
  { variable: 'FFPROBE_PATH', names: ['ffprobe'] },
];

const ADVICE =
  'Install Chromium, Firefox and ffmpeg, or name them in CHROMIUM_PATH, FIREFOX_PATH and ' +
  'FFPROBE_PATH, and start again.';

/** testing/programs.ts looks here too. */
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tryout', 'debian');

/** Does nothing when all of it is there. */
export function provisionBrowser() {
  if (missing().length === 0) return;
  const asRoot = process.getuid?.() === 0;
  if (!hasAptGet()) throw new Error(`The tests need ${missing().join(' and ')}. ${ADVICE}`);
  process.stdout.write(`Getting ${PACKAGES.join(', ')} for the tests (once) …\n`);
  try {
    if (asRoot) installPackages(PACKAGES);
    else unpackPackages(folder, PACKAGES);
  } catch (error) {
    throw new Error(`${error.message}\n${ADVICE}`, { cause: error });
  }
  if (missing().length === 0) return;
  if (!asRoot) rmSync(folder, { recursive: true, force: true });
  throw new Error(`Debian's packages brought no ${missing().join(' and no ')}. ${ADVICE}`);
}

function missing() {
  return PROGRAMS.filter(
    ({ variable, names }) => !(process.env[variable] || isThere(names, folder)),
  ).map(({ names }) => names[0]);
}

if (process.argv[1] === import.meta.filename) {
  try {
    provisionBrowser();
    process.stdout.write(existsSync(folder) ? `Ready, in ${folder}\n` : 'Ready.\n');
  } catch (error) {
    endWith(error);
  }
}
