// Screen images in the database: one row per workspace, prototype and node.
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ScreenImageId, TestId, UniqueId, WorkspaceId } from '#contract/ids.ts';
import type { Database } from '#server/db/database.ts';
import { type PrototypeKey, type StoredScreen, screenOfRow } from './screen-images.ts';

export async function findScreen(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: PrototypeKey,
  nodeId: string,
): Promise<StoredScreen | null> {
  const row = await db
    .selectFrom('screens')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('api_origin', '=', apiOrigin)
    .where('file_key', '=', fileKey)
    .where('node_id', '=', nodeId)
    .executeTakeFirst();
  return row ? screenOfRow(row) : null;
}

/** Node ids of a prototype whose exact images are stored already. */
export async function knownScreens(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: PrototypeKey,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('screens')
    .select('node_id')
    .where('origin_x', '=', 0)
    .where('origin_y', '=', 0)
    .where('workspace_id', '=', workspaceId)
    .where('api_origin', '=', apiOrigin)
    .where('file_key', '=', fileKey)
    .execute();
  return new Set(rows.map((row) => row.node_id));
}

/**
 * Links of the workspace's tests that may lead to a prototype. Until the transaction ends none of these
 * tests can be deleted; the workspace is locked first, as its own deletion does.
 */
export async function lockLinks(
  db: Database,
  { workspaceId, fileKey }: PrototypeKey,
): Promise<string[]> {
  await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forKeyShare()
    .execute();
  const rows = await db
    .selectFrom('tests')
    .select('figma_url')
    .where('workspace_id', '=', workspaceId)
    .where('figma_url', 'like', `%${fileKey}%`)
    .forKeyShare()
    .execute();
  return rows.map((row) => row.figma_url);
}

/** Stores a screen; false when another request was first. */
export async function insertScreen(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: PrototypeKey,
  screen: StoredScreen & { sizeBytes: number; leadsTo: string[] },
): Promise<boolean> {
  const result = await db
    .insertInto('screens')
    .values({
      id: screen.id,
      workspace_id: workspaceId,
      api_origin: apiOrigin,
      file_key: fileKey,
      node_id: screen.nodeId,
      width: screen.width,
      height: screen.height,
      origin_x: screen.origin.x,
      origin_y: screen.origin.y,
      boxes: JSON.stringify(screen.boxes),
      size_bytes: screen.sizeBytes,
      leads_to: screen.leadsTo,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Removes an approximate image's row to make room for an exact one; its id, null when there is none. */
export async function deleteApproximate(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: PrototypeKey,
  nodeId: string,
): Promise<ScreenImageId | null> {
  const row = await db
    .deleteFrom('screens')
    .where('workspace_id', '=', workspaceId)
    .where('api_origin', '=', apiOrigin)
    .where('file_key', '=', fileKey)
    .where('node_id', '=', nodeId)
    .where((is) => is.or([is('origin_x', '!=', 0), is('origin_y', '!=', 0)]))
    .returning('id')
    .executeTakeFirst();
  return row ? (row.id as ScreenImageId) : null;
}

export function newScreenId(): ScreenImageId {
  return uuidv7() as ScreenImageId;
}

/** The test whose screens a caller asks for: by its share id or its id. */
export async function findTest(
  db: Database,
  by: { uniqueId: UniqueId } | { testId: TestId } | { workspaceId: WorkspaceId; figmaUrl: string },
): Promise<{ testId: TestId; workspaceId: WorkspaceId; figmaUrl: string } | null> {
  let query = db.selectFrom('tests').select(['id', 'workspace_id', 'figma_url']);
  if ('uniqueId' in by) query = query.where('unique_id', '=', by.uniqueId);
  else if ('testId' in by) query = query.where('id', '=', by.testId);
  else {
    query = query
      .where('workspace_id', '=', by.workspaceId)
      .where('figma_url', '=', by.figmaUrl)
      .limit(1);
  }
  const row = await query.executeTakeFirst();
  return row
    ? {
        testId: row.id as TestId,
        workspaceId: row.workspace_id as WorkspaceId,
        figmaUrl: row.figma_url,
      }
    : null;
}

/**
 * Whether presses lead to a node from the start, or from what sessions of the test reported. Looked for from the
 * node backwards: a file has some hundred screens, a test may have reports of thousands of sessions.
 */
export async function isReachable(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: PrototypeKey,
  { testId, startNodeId, nodeId }: { testId: TestId; startNodeId: string | null; nodeId: string },
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE before_it (node_id) AS (
      SELECT ${nodeId}::text
      UNION
      SELECT screens.node_id FROM before_it
        JOIN screens ON before_it.node_id = ANY(screens.leads_to)
          AND screens.workspace_id = ${workspaceId}
          AND screens.api_origin = ${apiOrigin}
          AND screens.file_key = ${fileKey}
    )
    SELECT 1 FROM before_it
      WHERE node_id = ${startNodeId}
        OR EXISTS (SELECT 1 FROM reported_nodes
          WHERE test_id = ${testId} AND reported_nodes.node_id = before_it.node_id)
      LIMIT 1`.execute(db);
  return rows.length > 0;
}
