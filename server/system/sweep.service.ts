// Deletes stored objects without a row: bytes of a whole-video upload or of a fetched screen whose server was
// killed before it could write the row, and screen images that no revision shows.
import { z } from 'zod';
import type { Parts } from '#server/parts.ts';
import {
  deleteUnshownScreens,
  lockScreens,
  workspacesWithUnshown,
} from '#server/screens/screens.db.ts';
import { MEDIA_FOLDERS, type MediaFolder } from '#server/storage/probe.ts';
import { existingOwners } from './system.db.ts';

/** The parts of the server that this file uses. */
type Needs = Pick<Parts, 'log' | 'db' | 'storage'>;

/** Longer than the slowest upload takes: a younger object may still get its row. */
const MIN_AGE_MS = 6 * 3_600_000;
/** Images that a form fetched may still be chosen: a test that is begun today is made today. */
const UNSHOWN_KEPT_MS = 24 * 3_600_000;
/** Ids in one query of the database. */
const BATCH = 500;

/** @param now epoch milliseconds. */
export async function sweepObjects(parts: Needs, now = Date.now()): Promise<void> {
  const before = new Date(now - UNSHOWN_KEPT_MS);
  for (const workspaceId of await workspacesWithUnshown(parts.db, before)) {
    await parts.db.transaction().execute(async (db) => {
      await lockScreens(db, workspaceId);
      await deleteUnshownScreens(db, workspaceId, before);
    });
  }
  for (const folder of MEDIA_FOLDERS) {
    let batch: string[] = [];
    for await (const id of parts.storage.names(folder)) {
      if (isId(id) && now - timeOf(id) >= MIN_AGE_MS) batch.push(id);
      if (batch.length < BATCH) continue;
      await sweep(parts, folder, batch);
      batch = [];
    }
    await sweep(parts, folder, batch);
  }
}

async function sweep(
  { db, storage, log }: Needs,
  folder: MediaFolder,
  ids: readonly string[],
): Promise<void> {
  const known = await existingOwners(db, folder, ids);
  const objects = ids.filter((id) => !known.has(id)).map((id) => `${folder}/${id}`);
  if (objects.length === 0) return;
  await storage.deleteAll(...objects);
  log.info({ objects }, 'removed stored objects without an owner');
}

/** Other files there are not ours to remove. */
function isId(name: string): boolean {
  return z.uuid().safeParse(name).success;
}

/** Epoch milliseconds in a UUID version 7 (RFC 9562 section 5.7). */
function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
