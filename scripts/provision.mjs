// Installs programs for the tests from Debian's packages. Root installs them; an ordinary user unpacks them into a
// folder of their own. `browsers` skips programs that may be missing: Ceph as the S3 service, nginx and PgBouncer for
// the tests of several servers, and the recogniser.
import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasAptGet, installPackages, isThere, unpackPackages } from './debian-packages.mjs';
import { endWith } from './project.mjs';

/** The folder that testing/programs.ts searches too. */
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tryout');

/** Programs of the tests, each with the variable that overrides it (testing/programs.ts). */
const browsers = {
  folder: join(folder, 'debian'),
  packages: ['chromium', 'firefox-esr', 'ffmpeg', 'fonts-liberation'],
  programs: [
    { variable: 'CHROMIUM_PATH', names: ['chromium', 'google-chrome', 'google-chrome-stable'] },
    { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'] },
    { variable: 'FFPROBE_PATH', names: ['ffprobe'] },
  ],
};

/** Chromium without windows, for most journeys. */
const shell = {
  folder: join(folder, 'headless-shell'),
  packages: ['chromium-headless-shell'],
  programs: [{ names: ['chromium-headless-shell'] }],
};

const ceph = {
  folder: join(folder, 'ceph'),
  // The package ceph-common contains the program that creates users.
  packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
  programs: ['ceph-mon', 'ceph-osd', 'monmaptool', 'osdmaptool', 'radosgw', 'radosgw-admin'].map(
    (name) => ({ names: [name] }),
  ),
};

/** Programs that are unpacked for root too, because installed they would start as services. */
const proxies = {
  folder: join(folder, 'proxies'),
  packages: ['nginx', 'pgbouncer'],
  programs: [
    { variable: 'NGINX_PATH', names: ['nginx'] },
    { variable: 'PGBOUNCER_PATH', names: ['pgbouncer'] },
  ],
  unpacked: true,
};

/** A speech synthesiser, and a recogniser that transcribes its speech. */
const speech = {
  folder: join(folder, 'speech'),
  packages: ['espeak-ng', 'pocketsphinx', 'pocketsphinx-en-us'],
  programs: [
    { variable: 'ESPEAK_PATH', names: ['espeak-ng'] },
    { variable: 'POCKETSPHINX_PATH', names: ['pocketsphinx_continuous'] },
  ],
};

const ADVICE =
  'Install Chromium, Firefox and ffmpeg, or name them in CHROMIUM_PATH, FIREFOX_PATH and ' +
  'FFPROBE_PATH, and start again.';

/** Provides missing programs. @throws Error that names those that could not be provided */
function provide({ folder, packages, programs, unpacked = false }) {
  const missing = () =>
    programs
      .filter(({ variable, names }) => !(process.env[variable] || isThere(names, folder)))
      .map(({ names }) => names[0]);
  if (missing().length === 0) return;
  try {
    if (!hasAptGet()) throw new Error('There is no apt-get.');
    process.stdout.write(`Getting ${packages.join(', ')} for the tests (once) …\n`);
    if (process.getuid?.() === 0 && !unpacked) installPackages(packages);
    else unpackPackages(folder, packages);
    if (missing().length > 0) {
      throw new Error(`Debian's packages do not contain ${missing().join(' and ')}.`);
    }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

try {
  provide(browsers);
} catch (error) {
  endWith(new Error(`${error.message}\n${ADVICE}`));
}
for (const [parts, consequence] of [
  [shell, 'All journeys use Chromium with windows'],
  [ceph, 'The S3 tests are skipped'],
  [proxies, 'The tests behind nginx and PgBouncer are skipped'],
  [speech, 'The tests of a real recogniser are skipped'],
]) {
  if (process.argv[2] === 'browsers') continue;
  try {
    provide(parts);
  } catch (error) {
    process.stdout.write(`${consequence}: ${error.message}\n`);
  }
}
