// Screen images of a prototype, as a revision of a test shows them.
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { RevisionId, ScreenImageId, WorkspaceId } from '#contract/ids.ts';
import { type ScreenImage, screenImage } from '#contract/screens.ts';
import { LAYERS_VERSION } from '#insight/layer-rules.ts';
import type { ScreenGeometry } from '#insight/place.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { computeLayersInTurns } from '#server/prototypes/layer-turns.ts';
import { PICTURES } from '#server/prototypes/prototype-hosts.ts';

export type StoredScreen = ScreenImage & { id: ScreenImageId };

/** A prototype's file in one revision: two revisions may show two images of the same screen. */
export interface RevisionKey {
  revisionId: RevisionId;
  apiOrigin: string;
  fileKey: string;
}

type GeometryRow = Pick<
  Selectable<Tables['screens']>,
  'id' | 'node_id' | 'width' | 'height' | 'origin_x' | 'origin_y' | 'boxes'
>;

export function screenFromRow(row: GeometryRow): StoredScreen {
  const image = screenImage.parse({
    nodeId: row.node_id,
    width: row.width,
    height: row.height,
    origin: { x: row.origin_x, y: row.origin_y },
    boxes: row.boxes,
  });
  return { id: row.id, ...image };
}

/**
 * The boxes of a row of `screens` that has its layers: the screen's own and those of some nodes. A row without its
 * layers gets all boxes, because its layers are computed from all of them.
 * @param nodeIds any texts of messages; no stored id has characters that PostgreSQL does not take
 */
export function someBoxes(nodeIds: Iterable<string>): RawBuilder<object> {
  const ids = [...nodeIds].filter((id) => id.isWellFormed() && !id.includes('\0'));
  return sql<object>`CASE WHEN screens.layers_version = ${sql.lit(LAYERS_VERSION)} THEN (
      SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(screens.boxes)
      WHERE key = screens.node_id OR key IN (SELECT unnest(${ids}::text[])))
    ELSE screens.boxes END`;
}

/** Returns the boxes of a screen with their layers, which are missing until a job has computed them after an update. */
export async function withLayers(
  screen: ScreenGeometry,
  layersVersion: number,
): Promise<ScreenGeometry['boxes']> {
  return layersVersion === LAYERS_VERSION ? screen.boxes : await computeLayersInTurns(screen);
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
 * Reads the screens that one of these nodes is in, always in the same order.
 * @param wanted.boxesOf nodes whose boxes are read, beside the screens' own: all boxes of a large file take megabytes
 */
export async function readScreens(
  db: Database,
  key: RevisionKey,
  wanted: { nodeIds: readonly string[]; boxesOf: Iterable<string> },
): Promise<StoredScreen[]> {
  const rows = await screensOfRevision(db, key)
    .select(['screens.id', 'screens.node_id', 'width', 'height', 'origin_x', 'origin_y'])
    .select(['layers_version', someBoxes(wanted.boxesOf).as('boxes')])
    .where(
      sql<boolean>`(screens.node_id = ANY(${wanted.nodeIds}::text[]) OR screens.boxes ?| ${wanted.nodeIds}::text[])`,
    )
    .orderBy('screens.node_id')
    .execute();
  const screens: StoredScreen[] = [];
  for (const row of rows) {
    const screen = screenFromRow(row);
    screens.push({ ...screen, boxes: await withLayers(screen, row.layers_version) });
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

/** Returns the origins of prototypes whose images a revision shows. */
export async function imageOrigins(db: Database, revisionId: RevisionId): Promise<string[]> {
  const rows = await db
    .selectFrom('revision_screens')
    .select('api_origin')
    .distinct()
    .where('revision_id', '=', revisionId)
    .where('api_origin', '!=', PICTURES)
    .execute();
  return rows.map(({ api_origin }) => api_origin);
}

export interface PictureSize {
  width: number;
  height: number;
}

/** Returns the sizes of a workspace's pictures by id; others are left out. */
export async function readPictureSizes(
  db: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<Map<string, PictureSize>> {
  const rows = await db
    .selectFrom('screens')
    .select(['file_key', 'width', 'height'])
    .where('workspace_id', '=', workspaceId)
    .where('api_origin', '=', PICTURES)
    .where(sql<boolean>`file_key = ANY(${ids}::text[])`)
    .execute();
  return new Map(rows.map(({ file_key, ...size }) => [file_key, size]));
}

/** Returns the pictures that a revision shows. */
export async function readRevisionPictures(db: Database, revisionId: RevisionId) {
  return await db
    .selectFrom('revision_screens')
    .innerJoin('screens', 'screens.id', 'revision_screens.screen_id')
    .select(['screens.id', 'screens.file_key', 'width', 'height'])
    .where('revision_screens.revision_id', '=', revisionId)
    .where('revision_screens.api_origin', '=', PICTURES)
    .orderBy('screens.id')
    .execute();
}
