// Screen images of a prototype, as a revision of a test shows them.
import { setImmediate } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { RevisionId, ScreenImageId, WorkspaceId } from '#contract/ids.ts';
import { type ScreenImage, screenImage } from '#contract/screens.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/tables.ts';

export type StoredScreen = ScreenImage & { id: ScreenImageId };

/** A prototype's file in one revision: two revisions may show two images of the same screen. */
export interface RevisionKey {
  revisionId: RevisionId;
  apiOrigin: string;
  fileKey: string;
}

export function screenFromRow(row: Selectable<Tables['screens']>): StoredScreen {
  const image = screenImage.parse({
    nodeId: row.node_id,
    width: row.width,
    height: row.height,
    origin: { x: row.origin_x, y: row.origin_y },
    boxes: row.boxes,
  });
  return { id: row.id, ...image };
}

/** The images that a revision shows of a file. */
export function screensOfRevision(db: Database, { revisionId, apiOrigin, fileKey }: RevisionKey) {
  return db
    .selectFrom('revision_screens')
    .innerJoin('screens', 'screens.id', 'revision_screens.screen_id')
    .where('revision_screens.revision_id', '=', revisionId)
    .where('revision_screens.api_origin', '=', apiOrigin)
    .where('revision_screens.file_key', '=', fileKey);
}

/**
 * The screens that one of these nodes is in, always in the same order: the boxes of all screens of a large
 * file come to megabytes.
 */
export async function readScreens(
  db: Database,
  key: RevisionKey,
  nodeIds: readonly string[],
): Promise<StoredScreen[]> {
  const rows = await screensOfRevision(db, key)
    .selectAll('screens')
    .where(
      sql<boolean>`(screens.node_id = ANY(${nodeIds}::text[]) OR screens.boxes ?| ${nodeIds}::text[])`,
    )
    .orderBy('screens.node_id')
    .execute();
  const screens: StoredScreen[] = [];
  for (const row of rows) {
    screens.push(screenFromRow(row));
    // A screen has thousands of boxes; other calls take their turn between two.
    await setImmediate();
  }
  return screens;
}

/** Images of screens without their boxes, which come to megabytes. */
export async function readImages(
  db: Database,
  key: RevisionKey,
  nodeIds: readonly string[],
): Promise<Omit<StoredScreen, 'boxes'>[]> {
  const rows = await screensOfRevision(db, key)
    .select(['screens.id', 'screens.node_id', 'width', 'height', 'origin_x', 'origin_y'])
    .where(sql<boolean>`screens.node_id = ANY(${[...new Set(nodeIds)]}::text[])`)
    .orderBy('screens.node_id')
    .execute();
  return rows.map(({ id, node_id: nodeId, width, height, origin_x: x, origin_y: y }) => ({
    id: id,
    nodeId,
    width,
    height,
    origin: { x, y },
  }));
}

/** A prototype's file as one workspace has images of it. */
export interface WorkspaceFile {
  workspaceId: WorkspaceId;
  apiOrigin: string;
  fileKey: string;
}

/** The image that a new revision would show of each screen of a file (`inheritScreens`), without its boxes. */
export async function imagesOfFile(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: WorkspaceFile,
) {
  return await db
    .selectFrom('screens')
    .distinctOn('node_id')
    .select(['id', 'node_id', 'name', 'width', 'height', 'origin_x', 'origin_y'])
    .where('workspace_id', '=', workspaceId)
    .where('api_origin', '=', apiOrigin)
    .where('file_key', '=', fileKey)
    .orderBy('node_id')
    .orderBy(sql`(origin_x <> 0 OR origin_y <> 0)`)
    .orderBy('fetched_at', 'desc')
    .execute();
}

/** Returns the origins of the images that a revision shows. */
export async function imageOrigins(db: Database, revisionId: RevisionId): Promise<string[]> {
  const rows = await db
    .selectFrom('revision_screens')
    .select('api_origin')
    .distinct()
    .where('revision_id', '=', revisionId)
    .execute();
  return rows.map(({ api_origin }) => api_origin);
}
