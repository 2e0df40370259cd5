// Gets Ceph's object gateway, the S3 service of the storage tests, from Debian's packages.
// The product needs none of it: without it those tests are left out, and the run says so.
import { rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasAptGet, installPackages, isThere, unpackPackages } from './debian-packages.mjs';

/** ceph-common: the program that makes users. */
const PACKAGES = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];

/** Those that testing/ceph.ts runs. */
const PROGRAMS = ['ceph-mon', 'ceph-osd', 'monmaptool', 'osdmaptool', 'radosgw', 'radosgw-admin'];

/** testing/programs.ts looks here too. */
const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tryout', 'ceph');

/** Does nothing when all of it is there. Never fails: the tests of the disk storage are the same suite. */
export function provisionCeph() {
  if (isComplete()) return;
  try {
    if (!hasAptGet()) throw new Error('it comes from Debian packages, and there is no apt-get');
    process.stdout.write(`Getting ${PACKAGES.join(', ')} for the S3 tests (once) …\n`);
    if (process.getuid?.() === 0) installPackages(PACKAGES);
    else unpackPackages(folder, PACKAGES);
    if (!isComplete()) throw new Error("Debian's packages brought not all of it");
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    process.stdout.write(`The S3 tests are left out, no Ceph gateway: ${error.message}\n`);
  }
}

function isComplete() {
  return PROGRAMS.every((name) => isThere([name], folder));
}

if (process.argv[1] === import.meta.filename) provisionCeph();
