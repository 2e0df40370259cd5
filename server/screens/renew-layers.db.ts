// Computes the layers of images that an earlier version stored without them, or by other rules.
import { sql } from 'kysely';
import type { ScreenImageId } from '#contract/ids.ts';
import { LAYERS_VERSION } from '#insight/layer-rules.ts';
import type { Database } from '#server/platform/db/database.ts';
import { screenFromRow, withLayers } from './screen-images.db.ts';

/** Images of one job: most take a millisecond, the largest some hundred. */
const IMAGES_PER_JOB = 500;

/**
 * Computes outside of any transaction, so that nothing waits. It can run twice and beside other servers, because the
 * result is the same.
 * @returns true if other images remain
 */
export async function renewLayers(db: Database): Promise<boolean> {
  const due = await db
    .selectFrom('screens')
    .select('id')
    .where('layers_version', '<', sql.lit(LAYERS_VERSION))
    .limit(IMAGES_PER_JOB)
    .execute();
  for (const { id } of due) await renewImage(db, id);
  return due.length === IMAGES_PER_JOB;
}

async function renewImage(db: Database, id: ScreenImageId): Promise<void> {
  const row = await db.selectFrom('screens').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return;
  const boxes = await withLayers(screenFromRow(row), row.layers_version);
  await db
    .updateTable('screens')
    .set({ boxes: JSON.stringify(boxes), layers_version: LAYERS_VERSION })
    .where('id', '=', id)
    .execute();
}
