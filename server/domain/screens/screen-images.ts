// Screen images of a prototype, as a workspace has them in the database.
import { setImmediate } from 'node:timers/promises';
import { type Selectable, sql } from 'kysely';
import type { ScreenImageId, WorkspaceId } from '#contract/ids.ts';
import { type ScreenImage, screenImage } from '#contract/screens.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export type StoredScreen = ScreenImage & { id: ScreenImageId };

/** Which prototype, and whose images of it. */
export interface PrototypeKey {
  workspaceId: WorkspaceId;
  apiOrigin: string;
  fileKey: string;
}

export function screenOfRow(row: Selectable<Tables['screens']>): StoredScreen {
  const image = screenImage.parse({
    nodeId: row.node_id,
    width: row.width,
    height: row.height,
    origin: { x: row.origin_x, y: row.origin_y },
    boxes: row.boxes,
  });
  return { id: row.id as ScreenImageId, ...image };
}

/**
 * The screens that one of these nodes is in, always in the same order: the boxes of all screens of a large
 * file come to megabytes.
 */
export async function readScreens(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: PrototypeKey,
  nodeIds: readonly string[],
): Promise<StoredScreen[]> {
  const rows = await db
    .selectFrom('screens')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('api_origin', '=', apiOrigin)
    .where('file_key', '=', fileKey)
    .where(sql<boolean>`(node_id = ANY(${nodeIds}::text[]) OR boxes ?| ${nodeIds}::text[])`)
    .orderBy('node_id')
    .execute();
  const screens: StoredScreen[] = [];
  for (const row of rows) {
    screens.push(screenOfRow(row));
    // A screen has thousands of boxes; other calls take their turn between two.
    await setImmediate();
  }
  return screens;
}

/** Images of screens without their boxes, which come to megabytes. */
export async function readImages(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: PrototypeKey,
  nodeIds: readonly string[],
): Promise<Omit<StoredScreen, 'boxes'>[]> {
  const rows = await db
    .selectFrom('screens')
    .select(['id', 'node_id', 'width', 'height', 'origin_x', 'origin_y'])
    .where('workspace_id', '=', workspaceId)
    .where('api_origin', '=', apiOrigin)
    .where('file_key', '=', fileKey)
    .where(sql<boolean>`node_id = ANY(${[...new Set(nodeIds)]}::text[])`)
    .orderBy('node_id')
    .execute();
  return rows.map(({ id, node_id: nodeId, width, height, origin_x: x, origin_y: y }) => ({
    ...{ id: id as ScreenImageId, nodeId, width, height, origin: { x, y } },
  }));
}
