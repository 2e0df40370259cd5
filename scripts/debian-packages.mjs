// Installs Debian packages with their dependencies. For root they are installed. For an ordinary user apt-get resolves
// and downloads with its own state, dpkg unpacks, and wrappers set the library path.
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Programs that get a wrapper: name → path inside the unpacked packages. */
const WRAPPED = {
  // Debian's /usr/bin/chromium is a script that expects its parts under /usr.
  chromium: 'usr/lib/chromium/chromium',
  'chromium-headless-shell': 'usr/lib/chromium/chromium-headless-shell',
  'firefox-esr': 'usr/lib/firefox-esr/firefox-esr',
  ffmpeg: 'usr/bin/ffmpeg',
  ffprobe: 'usr/bin/ffprobe',
  'ceph-mon': 'usr/bin/ceph-mon',
  'ceph-osd': 'usr/bin/ceph-osd',
  monmaptool: 'usr/bin/monmaptool',
  osdmaptool: 'usr/bin/osdmaptool',
  radosgw: 'usr/bin/radosgw',
  'radosgw-admin': 'usr/bin/radosgw-admin',
  nginx: 'usr/sbin/nginx',
  pgbouncer: 'usr/sbin/pgbouncer',
  'espeak-ng': 'usr/bin/espeak-ng',
  pocketsphinx_continuous: 'usr/bin/pocketsphinx_continuous',
};

/** Folders of Ceph's plugins: last part of the path → option that names the folder. */
const PLUGINS = {
  'rados-classes': 'osd-class-dir',
  'ceph/erasure-code': 'erasure-code-dir',
};

/** Programs that expect their data under /usr, and arguments that name another folder. */
const MODEL = 'usr/share/pocketsphinx/model/en-us';
const ARGUMENTS = {
  pocketsphinx_continuous: ['-hmm', `${MODEL}/en-us`, '-dict', `${MODEL}/cmudict-en-us.dict`],
};

/** Debian's folders for servers, which are not in an ordinary user's PATH. */
const DAEMONS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Returns whether one of the programs is on the machine or among a folder's wrappers.
 * @param {readonly string[]} names
 */
export function isThere(names, folder) {
  const places = [...(process.env.PATH ?? '').split(delimiter), ...DAEMONS, join(folder, 'bin')];
  return places.some((place) => names.some((name) => isExecutable(join(place, name))));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // The file does not exist or is no program.
  }
}

export function hasAptGet() {
  try {
    must('apt-get', ['--version']);
    return true;
  } catch {
    return false; // The system is not Debian.
  }
}

/** Installs packages as root. @param {readonly string[]} packages */
export function installPackages(packages) {
  // Another apt-get may be running, as on a machine that has just been started.
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  must('apt-get', [...patience, 'update']);
  must('apt-get', [...patience, 'install', '-y', '--no-install-recommends', ...packages]);
}

/**
 * @param {string} folder receives `root/` with the packages' files and `bin/` with wrappers, completely or not at all
 * @param {readonly string[]} packages
 */
export function unpackPackages(folder, packages) {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const apt = privateApt(unfinished);
  apt(['update']);
  const missing = resolve(apt, packages);
  const archives = join(unfinished, 'archives');
  mkdirSync(archives);
  if (missing.length > 0) apt(['download', ...missing], archives);
  for (const name of readdirSync(archives)) {
    must('dpkg', ['-x', join(archives, name), join(unfinished, 'root')]);
  }
  linkInstalled(join(unfinished, 'root'));
  for (const name of ['apt', 'archives']) rmSync(join(unfinished, name), { recursive: true });
  writeWrappers(unfinished, folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(unfinished, folder);
}

/** Returns an apt-get with its own lists and caches, and with the machine's sources and keys. */
function privateApt(folder) {
  const state = join(folder, 'apt', 'state');
  const cache = join(folder, 'apt', 'cache');
  mkdirSync(join(state, 'lists', 'partial'), { recursive: true });
  mkdirSync(join(cache, 'archives', 'partial'), { recursive: true });
  const options = [
    `Dir::State=${state}`,
    `Dir::State::Lists=${join(state, 'lists')}`,
    `Dir::Cache=${cache}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=',
  ].flatMap((option) => ['-o', option]);
  return (args, cwd = folder) => must('apt-get', ['-qq', ...options, ...args], cwd);
}

/** Parses `Inst name [old] (version …)`: the packages that this machine lacks, in one consistent set. */
function resolve(apt, packages) {
  const plan = apt(['-s', 'install', '--no-install-recommends', ...packages]);
  return [...plan.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+) /gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
}

/** Chromium's programs read data from their own folder; what is installed of it is not unpacked again. */
function linkInstalled(files) {
  const folder = '/usr/lib/chromium';
  if (!existsSync(join(files, folder)) || !existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!existsSync(join(files, folder, name))) {
      symlinkSync(join(folder, name), join(files, folder, name));
    }
  }
}

function writeWrappers(unfinished, folder) {
  const root = join(unfinished, 'root');
  const files = existsSync(root) ? readdirSync(root, { recursive: true }) : [];
  writeFileSync(join(unfinished, 'fonts.conf'), fontsConfiguration(folder));
  mkdirSync(join(unfinished, 'bin'));
  for (const [name, script] of wrappersOf(folder, files)) {
    writeFileSync(join(unfinished, 'bin', name), script, { mode: 0o755 });
  }
}

/**
 * Returns the wrappers of unpacked programs, by name. Data that is not among the unpacked files is installed, because
 * apt-get downloads only what the machine lacks.
 * @param {string} folder
 * @param {readonly string[]} files paths in `root/`
 * @returns {Map<string, string>}
 */
export function wrappersOf(folder, files) {
  const root = join(folder, 'root');
  const unpacked = new Set(files);
  const variables = {
    LD_LIBRARY_PATH: libraryFolders(files)
      .map((path) => join(root, path))
      .join(':'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    ESPEAK_DATA_PATH: voicesFolder(root, files),
    CEPH_ARGS: pluginOptions(root, files),
  };
  // A program without the variable searches under /usr, where its data is installed.
  const exports = Object.entries(variables)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `export ${name}="${value}"`);
  const wrapped = Object.entries(WRAPPED).filter(([, path]) => unpacked.has(path));
  return new Map(
    wrapped.map(([name, path]) => {
      const { [name]: args = [] } = ARGUMENTS;
      const written = args.map((part) =>
        part.startsWith('-') ? part : `"${join(unpacked.has(part) ? root : '/', part)}"`,
      );
      const command = [`exec "${join(root, path)}"`, ...written, '"$@"'].join(' ');
      return [name, `${['#!/bin/sh', ...exports, command].join('\n')}\n`];
    }),
  );
}

/** Returns the folder of espeak-ng's data, or an empty text if the data is installed. */
function voicesFolder(root, files) {
  const data = files.find((path) => path.endsWith('/espeak-ng-data'));
  return data === undefined ? '' : join(root, dirname(data));
}

/** Returns the folders that contain shared libraries; some packages have a folder of their own. */
function libraryFolders(files) {
  const folders = files.filter((path) => /\.so(\.\d+)*$/.test(path)).map((path) => dirname(path));
  return [...new Set(folders)].sort();
}

/** Arguments that Ceph's programs read from CEPH_ARGS: the unpacked folders of plugins. */
function pluginOptions(root, files) {
  return Object.entries(PLUGINS)
    .flatMap(([ending, option]) =>
      libraryFolders(files)
        .filter((path) => path.endsWith(`/${ending}`))
        .map((path) => `--${option}=${join(root, path)}`),
    )
    .join(' ');
}

function fontsConfiguration(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'root', 'usr', 'share', 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
</fontconfig>
`;
}

/** Runs a command to the end and returns its output. */
function must(command, args, cwd = '/') {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    // The plan for a browser has some hundred lines; errors may be long.
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${command} failed:\n${error?.message ?? stderr}`);
  return stdout;
}
