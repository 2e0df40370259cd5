// The disk storage against the common suite, and situations that only a disk has: it is full, opened again, loses its
// writer.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { DiskStorage } from './disk-storage.ts';
import { describeStorage } from './storage.conformance.ts';

const run = promisify(execFile);
const folders: string[] = [];
const MODULE = ['--input-type=module', '-e'];

/** Returns the beginning of a script for a child process that opens a storage in the folder. */
const importOf = (folder: string) => `
  import { Readable } from 'node:stream';
  import { DiskStorage } from '${import.meta.dirname}/disk-storage.ts';
  const storage = await DiskStorage.open('${folder}');`;

async function canMount(): Promise<boolean> {
  const mounted = run('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]);
  return mounted.then(
    () => true,
    () => false,
  );
}

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tryout-storage-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

describeStorage('disk', async () => DiskStorage.open(join(await freshFolder(), 'media')));

// A disk of two megabytes needs an own mount, which some containers reject.
const mountable = await canMount();

describe('disk', () => {
  it('removes half-written objects of a killed process when it opens, and nothing else', async () => {
    const folder = await freshFolder();
    await mkdir(join(folder, '.tmp'));
    await writeFile(join(folder, '.tmp', 'left-over'), 'half');
    await mkdir(join(folder, 'rec'));
    await writeFile(join(folder, 'rec', 'video.webm'), 'whole');
    const storage = await DiskStorage.open(folder);
    expect(await readdir(join(folder, '.tmp'))).toEqual([]);
    expect(await storage.size('rec/video.webm')).toBe(5);
  });

  it('removes a folder to which files are still written', async () => {
    const folder = await freshFolder();
    const storage = await DiskStorage.open(folder);
    const write = async () => {
      for (let at = 0; at < 20; at += 1) {
        const parent = join(folder, 'rec', 'a');
        // The folder may be removed at any moment.
        await mkdir(parent, { recursive: true }).catch(() => undefined);
        await writeFile(join(parent, `late-${at}`), 'x').catch(() => undefined);
      }
    };
    for (let round = 0; round < 40; round += 1) {
      for (let at = 0; at < 5; at += 1) await storage.put(`rec/a/${at}`, Buffer.from('x'));
      await Promise.all([storage.deleteAll('rec/a'), storage.deleteAll('rec/a'), write()]);
    }
  });

  it('leaves no temporary file behind when a put fails', async () => {
    const folder = await freshFolder();
    const storage = await DiskStorage.open(folder);
    async function* broken() {
      yield new Uint8Array(10);
      throw new Error('gone');
    }
    await expect(storage.put('rec/a', broken())).rejects.toThrow('gone');
    expect(await readdir(join(folder, '.tmp'))).toEqual([]);
  });

  it('has what it acknowledged after the process was killed', async () => {
    const folder = await freshFolder();
    const script = `
      ${importOf(folder)}
      async function* endless() { while (true) yield Buffer.alloc(500_000, 2); }
      await storage.append('rec/a', { offset: 0, source: Readable.from([Buffer.alloc(3_000_000, 1)]) });
      const onBytes = () => process.kill(process.pid, 'SIGKILL');
      await storage.append('rec/a', { offset: 3_000_000, source: endless(), onBytes });`;
    await expect(run(process.execPath, [...MODULE, script])).rejects.toMatchObject({
      signal: 'SIGKILL',
    });
    const storage = await DiskStorage.open(folder);
    const size = (await storage.size('rec/a')) ?? 0;
    expect(size).toBeGreaterThan(3_000_000);
    const first = await storage.readBytes('rec/a', 0, 3_000_000);
    expect(first.every((byte) => byte === 1)).toBe(true);
    const more = Readable.from([Buffer.from('more')]);
    expect(await storage.append('rec/a', { offset: size, source: more })).toBe(size + 4);
  });

  it.runIf(mountable)(
    'says that the disk is full, keeps what fitted, and goes on when there is space',
    async () => {
      const folder = await freshFolder();
      const script = `
      ${importOf(folder)}
      await storage.put('filler', Buffer.alloc(1_000_000));
      const source = () => Readable.from(Array.from({ length: 30 }, () => Buffer.alloc(100_000, 7)));
      let shown = 0;
      const onBytes = (bytes) => { shown += bytes.length; };
      const full = await storage.append('rec/a', { offset: 0, source: source(), onBytes }).catch((error) => error);
      const putFull = await storage.put('rec/b', source()).catch((error) => error);
      const size = await storage.size('rec/a');
      await storage.delete('filler');
      const grown = await storage.append('rec/a', { offset: size, source: Readable.from([Buffer.alloc(500_000, 7)]) });
      const objects = [];
      for await (const object of storage.list('')) objects.push(object);
      console.info(JSON.stringify({ names: [full.name, putFull.name], kept: full.sizeBytes, shown, size, grown, objects }));`;
      const { stdout } = await run('unshare', [
        ...['-rm', 'sh', '-c', 'mount -t tmpfs -o size=2m tmpfs "$0" && exec "$@"', folder],
        ...[process.execPath, ...MODULE, script],
      ]);
      const report = JSON.parse(stdout);
      expect(report.names).toEqual(['StorageFull', 'StorageFull']);
      expect(report.size).toBeGreaterThan(500_000);
      expect([report.kept, report.shown]).toEqual([report.size, report.size]);
      expect(report.grown).toBe(report.size + 500_000);
      expect(report.objects).toEqual([{ key: 'rec/a', sizeBytes: report.grown }]);
    },
  );
});
