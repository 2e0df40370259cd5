// Chooses where media lie: a folder of the data directory.
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { DiskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

export async function openStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  return await DiskStorage.open(join(config.dataDir, 'media'));
}
