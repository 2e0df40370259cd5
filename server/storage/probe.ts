// Checks that the storage writes, returns and deletes bytes in each folder that the server writes to.
import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { WriteFailed } from './file-writer.ts';
import { type Storage, StorageFull } from './storage.ts';

/** Folders of stored objects, which are the first segments of all keys (media/object-keys.ts). */
export const MEDIA_FOLDERS = ['recordings', 'screens', 'exports'] as const;
export type MediaFolder = (typeof MEDIA_FOLDERS)[number];

const CONTENT = Buffer.from('Tryout writes, reads and deletes this to see whether it can.');

/**
 * Appends, replaces, reads and deletes a small object in each folder. It ends when it has left all of them, also after a
 * failure.
 * @throws {StorageFull} no space left
 * @throws Error that names the folder and the cause
 */
export async function probeStorage(storage: Storage): Promise<void> {
  const probes = MEDIA_FOLDERS.map((folder) => probeFolder(storage, folder));
  const failed = (await Promise.allSettled(probes)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

async function probeFolder(storage: Storage, folder: MediaFolder): Promise<void> {
  // Like each recording, the probe has a new folder. If the server is killed, the hourly sweep removes it, because no
  // row has its id.
  const prefix = `${folder}/${uuidv7()}`;
  try {
    await storage.append(`${prefix}/appended`, { offset: 0, source: Readable.from([CONTENT]) });
    await storage.put(`${prefix}/put`, CONTENT);
    for (const name of ['appended', 'put']) {
      const bytes = await storage.readBytes(`${prefix}/${name}`, 0, CONTENT.length);
      if (!CONTENT.equals(bytes)) throw new Error('the bytes read differ from the bytes written');
    }
  } catch (error) {
    if (error instanceof StorageFull) throw error;
    throw asProbeError(folder, error);
  } finally {
    await storage.deleteAll(prefix).catch((error: unknown) => {
      throw asProbeError(folder, error);
    });
  }
}

function asProbeError(folder: MediaFolder, error: unknown): Error {
  const origin = error instanceof WriteFailed ? error.cause : error;
  const reason = origin instanceof Error ? origin.message : String(origin);
  return new Error(`the media folder ${folder} does not work: ${reason}`, { cause: error });
}
