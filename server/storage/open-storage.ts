// Chooses where media lie: in a bucket when one is configured, else in a folder of the data directory.
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { DiskStorage } from './disk-storage.ts';
import { S3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** @throws Error with one line when the bucket or its credentials don't work. */
export async function openStorage(config: Pick<Config, 'dataDir' | 's3'>): Promise<Storage> {
  if (config.s3) return await S3Storage.open(config.s3);
  return await DiskStorage.open(join(config.dataDir, 'media'));
}
