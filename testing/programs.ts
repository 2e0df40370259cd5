// Finds the programs that tests use beside Node: on the machine, or got by scripts/provision.mjs.
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Folders of the wrappers that scripts/provision.mjs creates. */
const provisioned = ['debian', 'headless-shell', 'ceph', 'proxies', 'speech'].map((folder) =>
  join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tryout', folder, 'bin'),
);

/** Debian installs servers here, which an ordinary user's PATH omits. */
const daemons = ['/usr/sbin', '/usr/local/sbin'];

interface Program {
  names: readonly string[];
  /** Environment variable that names another one. */
  variable?: string;
  /** The program that does the same where this one is missing. */
  otherwise?: 'chromium';
}

const ceph = (name: string): Program => ({ names: [name] });

const programs = {
  chromium: {
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'google-chrome', 'google-chrome-stable'],
  },
  'headless-shell': { names: ['chromium-headless-shell'], otherwise: 'chromium' },
  firefox: { variable: 'FIREFOX_PATH', names: ['firefox-esr', 'firefox'] },
  ffprobe: { variable: 'FFPROBE_PATH', names: ['ffprobe'] },
  ffmpeg: { variable: 'FFMPEG_PATH', names: ['ffmpeg'] },
  'espeak-ng': { variable: 'ESPEAK_PATH', names: ['espeak-ng'] },
  pocketsphinx: { variable: 'POCKETSPHINX_PATH', names: ['pocketsphinx_continuous'] },
  nginx: { variable: 'NGINX_PATH', names: ['nginx'] },
  pgbouncer: { variable: 'PGBOUNCER_PATH', names: ['pgbouncer'] },
  'ceph-mon': ceph('ceph-mon'),
  'ceph-osd': ceph('ceph-osd'),
  monmaptool: ceph('monmaptool'),
  osdmaptool: ceph('osdmaptool'),
  radosgw: ceph('radosgw'),
  'radosgw-admin': ceph('radosgw-admin'),
} satisfies Record<string, Program>;

export type ProgramKind = keyof typeof programs;

/** @throws Error that says how to get it. */
export function findProgram(kind: ProgramKind): string {
  const { variable, names, otherwise }: Program = programs[kind];
  const named = variable && process.env[variable];
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...provisioned, ...daemons];
  for (const folder of folders) {
    const found = names.map((name) => join(folder, name)).find(isExecutable);
    if (found) return found;
  }
  if (otherwise) return findProgram(otherwise);
  const advice = `run 'node scripts/provision.mjs'${variable ? ` or set ${variable}` : ''}`;
  throw new Error(`no ${kind}: ${advice}`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or no program
  }
}
