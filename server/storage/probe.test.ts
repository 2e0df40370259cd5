// The probe of a storage: it leaves nothing, and names each folder that cannot be written to.
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskStorage } from './disk-storage.ts';
import { MEDIA_FOLDERS, probeStorage } from './probe.ts';
import { type Storage, StorageFull } from './storage.ts';

let root: string;
let storage: Storage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tryout-probe-'));
  storage = await DiskStorage.open(root);
});
afterEach(() => rm(root, { recursive: true }));

it('leaves nothing behind but the folders', async () => {
  await probeStorage(storage);
  for await (const object of storage.list('')) expect(object).toBeUndefined();
  for (const folder of MEDIA_FOLDERS) expect(await readdir(join(root, folder))).toEqual([]);
});

describe.each(MEDIA_FOLDERS)('names %s', (folder) => {
  it('where a file is in the way', async () => {
    await writeFile(join(root, folder), '');
    await expect(probeStorage(storage)).rejects.toThrow(`the media folder ${folder} does not work`);
  });

  it('when other bytes are read', async () => {
    const readBytes: Storage['readBytes'] = async (key, start, length) =>
      key.startsWith(folder) ? Buffer.alloc(length) : await storage.readBytes(key, start, length);
    const broken = new Proxy(storage, {
      get: (target, name) => {
        if (name === 'readBytes') return readBytes;
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await expect(probeStorage(broken)).rejects.toThrow(
      `the media folder ${folder} does not work: the bytes read differ from the bytes written`,
    );
  });

  it.runIf(process.getuid?.() === 0)('when it belongs to another user', async () => {
    await mkdir(join(root, folder));
    for (const name of await readdir(root)) await chmod(join(root, name), 0o777);
    await chmod(join(root, folder), 0o755);
    await chmod(root, 0o777);
    process.seteuid?.(65_534);
    try {
      await expect(probeStorage(storage)).rejects.toThrow(
        new RegExp(`the media folder ${folder} does not work: EACCES`),
      );
    } finally {
      process.seteuid?.(0);
    }
  });
});

it('tells a full disk from one that cannot be written to', async () => {
  const full = new StorageFull('recordings/x', 0, new Error('ENOSPC'));
  const put = storage.put.bind(storage);
  storage.put = async (key, content) => {
    if (key.startsWith('screens')) throw full;
    return await put(key, content);
  };
  await expect(probeStorage(storage)).rejects.toBe(full);
});
