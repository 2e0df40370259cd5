// Finds the programs that tests use beside Node: on the machine, or provisioned by
// scripts/provision-browser.mjs for this user.
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where scripts/provision-browser.mjs puts its wrappers. */
const provisioned = join(
  process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
  'tryout',
  'debian',
  'bin',
);

const programs = {
  chromium: {
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'google-chrome', 'google-chrome-stable'],
  },
  ffprobe: { variable: 'FFPROBE_PATH', names: ['ffprobe'] },
  ffmpeg: { variable: 'FFMPEG_PATH', names: ['ffmpeg'] },
  'ceph-mon': { variable: 'CEPH_MON_PATH', names: ['ceph-mon'] },
  'ceph-osd': { variable: 'CEPH_OSD_PATH', names: ['ceph-osd'] },
  monmaptool: { variable: 'MONMAPTOOL_PATH', names: ['monmaptool'] },
  osdmaptool: { variable: 'OSDMAPTOOL_PATH', names: ['osdmaptool'] },
  radosgw: { variable: 'RADOSGW_PATH', names: ['radosgw'] },
  'radosgw-admin': { variable: 'RADOSGW_ADMIN_PATH', names: ['radosgw-admin'] },
} as const;

/** @throws Error that says how to get it. */
export function findProgram(kind: keyof typeof programs): string {
  const { variable, names } = programs[kind];
  const named = process.env[variable];
  if (named) return named;
  const folders = [...(process.env.PATH ?? '').split(delimiter), provisioned];
  for (const folder of folders) {
    const found = names.map((name) => join(folder, name)).find(isExecutable);
    if (found) return found;
  }
  throw new Error(`no ${kind}: run 'node scripts/provision-browser.mjs' or set ${variable}`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false; // not there, or no program
  }
}
