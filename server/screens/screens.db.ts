// Screen images in the database: immutable rows, and which of them each revision shows. A row goes with the last
// revision that shows it.
import { sql } from 'kysely';
import type { RevisionId, ScreenImageId, WorkspaceId } from '#contract/ids.ts';
import { LAYERS_VERSION } from '#insight/layer-rules.ts';
import { screenKey } from '#server/media/object-keys.ts';
import type { Database } from '#server/platform/db/database.ts';
import { newId } from '#server/platform/new-id.ts';
import {
  type KnownPrototype,
  type PrototypeHost,
  prototypeOf,
  sampleHost,
} from '#server/prototypes/prototype-hosts.ts';
import {
  imageOrigins,
  type RevisionKey,
  type StoredScreen,
  screenFromRow,
  screensOfRevision,
  type WorkspaceFile,
} from './screen-images.db.ts';

/** An image as it comes from the tool, with what its row holds beside the image's geometry. */
export type NewScreen = StoredScreen & {
  sizeBytes: number;
  leadsTo: string[];
  /** The layer's, or null if it is not known. */
  name: string | null;
};

/** A node's screen in a revision. `inherited`: fetched for another revision of the file. */
export type ScreenOfRevision = NewScreen & { inherited: boolean };

export async function findScreen(
  db: Database,
  key: RevisionKey,
  nodeId: string,
): Promise<ScreenOfRevision | null> {
  const row = await screensOfRevision(db, key)
    .selectAll('screens')
    .select('revision_screens.inherited')
    .where('revision_screens.node_id', '=', nodeId)
    .executeTakeFirst();
  if (!row) return null;
  const { inherited, size_bytes: sizeBytes, leads_to: leadsTo, name } = row;
  return { ...screenFromRow(row), sizeBytes, leadsTo, name, inherited };
}

/** Node ids of a file by their images: exact ones that were fetched for this revision, and those of another one. */
export async function nodesOf(
  db: Database,
  key: RevisionKey,
): Promise<{ fetched: ReadonlySet<string>; inherited: string[] }> {
  const rows = await screensOfRevision(db, key)
    .select(['screens.node_id', 'screens.origin_x', 'screens.origin_y', 'inherited'])
    .orderBy('screens.node_id')
    .execute();
  const exact = rows.filter((row) => row.origin_x === 0 && row.origin_y === 0 && !row.inherited);
  const inherited = rows.filter((row) => row.inherited);
  return {
    fetched: new Set(exact.map((row) => row.node_id)),
    inherited: inherited.map((row) => row.node_id),
  };
}

/**
 * Has other changes to what the workspace's revisions show wait until the transaction ends. Taken before the rows
 * of sessions and tests, as the workspace's own deletion does.
 */
export async function lockScreens(db: Database, workspaceId: WorkspaceId): Promise<void> {
  await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .execute();
}

/** Images that a form fetched for a goal, before there was a revision, are as good as the revision's own so long. */
const FRESH_MINUTES = 10;

/**
 * Begins a revision with the newest image that the workspace has of each screen of the file, exact ones first.
 * Needs the lock of `lockScreens`.
 */
export async function inheritScreens(
  db: Database,
  workspaceId: WorkspaceId,
  { revisionId, apiOrigin, fileKey }: RevisionKey,
): Promise<void> {
  await sql`
    INSERT INTO revision_screens (revision_id, api_origin, file_key, node_id, screen_id, inherited)
    SELECT DISTINCT ON (node_id) ${revisionId}::uuid, api_origin, file_key, node_id, id,
      fetched_at < now() - make_interval(mins => ${FRESH_MINUTES})
        OR EXISTS (SELECT 1 FROM revision_screens AS shown WHERE shown.screen_id = screens.id)
    FROM screens
    WHERE workspace_id = ${workspaceId} AND api_origin = ${apiOrigin} AND file_key = ${fileKey}
    ORDER BY node_id, (origin_x <> 0 OR origin_y <> 0), fetched_at DESC`.execute(db);
}

/**
 * Has a revision show an image in place of what it showed of that node. Needs the lock of `lockScreens`.
 * @returns the image that no revision shows any more, its row deleted; null when there is none.
 */
export async function showScreen(
  db: Database,
  { workspaceId, ...key }: RevisionKey & { workspaceId: WorkspaceId },
  screen: NewScreen,
): Promise<ScreenImageId | null> {
  const before = await findScreen(db, key, screen.nodeId);
  const file = { api_origin: key.apiOrigin, file_key: key.fileKey, node_id: screen.nodeId };
  await insertScreen(db, { ...key, workspaceId }, screen);
  const image = { screen_id: screen.id, inherited: false };
  await db
    .insertInto('revision_screens')
    .values({ ...file, ...image, revision_id: key.revisionId })
    .onConflict((conflict) =>
      conflict.columns(['revision_id', 'api_origin', 'file_key', 'node_id']).doUpdateSet(image),
    )
    .execute();
  if (!before) return null;
  const [unshown] = await deleteUnshown(db, { id: before.id });
  return unshown ?? null;
}

/** Keeps an image. One that no revision shows is removed after a day (`workspacesWithUnshown`). */
export async function insertScreen(
  db: Database,
  { workspaceId, apiOrigin, fileKey }: WorkspaceFile,
  screen: NewScreen,
): Promise<void> {
  await db
    .insertInto('screens')
    .values({
      api_origin: apiOrigin,
      file_key: fileKey,
      node_id: screen.nodeId,
      id: screen.id,
      workspace_id: workspaceId,
      width: screen.width,
      height: screen.height,
      origin_x: screen.origin.x,
      origin_y: screen.origin.y,
      boxes: JSON.stringify(screen.boxes),
      layers_version: LAYERS_VERSION,
      size_bytes: screen.sizeBytes,
      leads_to: screen.leadsTo,
      name: screen.name,
    })
    .execute();
}

/** An inherited image turned out to be what the file still shows. */
export async function keepInherited(
  db: Database,
  { revisionId, apiOrigin, fileKey }: RevisionKey,
  { nodeId, id }: { nodeId: string; id: ScreenImageId },
): Promise<void> {
  await db
    .updateTable('revision_screens')
    .set({ inherited: false })
    .where('revision_id', '=', revisionId)
    .where('api_origin', '=', apiOrigin)
    .where('file_key', '=', fileKey)
    .where('node_id', '=', nodeId)
    .where('screen_id', '=', id)
    .execute();
}

/**
 * Deletes a workspace's images that no revision shows; needs the lock of `lockScreens`.
 * @param fetchedBefore spares the later ones. @returns their keys
 */
export async function deleteUnshownScreens(
  db: Database,
  workspaceId: WorkspaceId,
  fetchedBefore?: Date,
): Promise<string[]> {
  return (await deleteUnshown(db, { workspaceId, fetchedBefore })).map(screenKey);
}

async function deleteUnshown(
  db: Database,
  of: { id: ScreenImageId } | { workspaceId: WorkspaceId; fetchedBefore?: Date | undefined },
): Promise<ScreenImageId[]> {
  const rows = await db
    .deleteFrom('screens')
    .where((is) => {
      if ('id' in of) return is('id', '=', of.id);
      const ofWorkspace = is('workspace_id', '=', of.workspaceId);
      return of.fetchedBefore ? ofWorkspace.and('fetched_at', '<', of.fetchedBefore) : ofWorkspace;
    })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('revision_screens')
            .select('screen_id')
            .whereRef('screen_id', '=', 'screens.id'),
        ),
      ),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Workspaces with images that no revision shows. @param fetchedBefore later ones may still be chosen as goals */
export async function workspacesWithUnshown(
  db: Database,
  fetchedBefore: Date,
): Promise<WorkspaceId[]> {
  const rows = await db
    .selectFrom('screens')
    .leftJoin('revision_screens', 'revision_screens.screen_id', 'screens.id')
    .select('screens.workspace_id')
    .distinct()
    .where('revision_screens.screen_id', 'is', null)
    .where('screens.fetched_at', '<', fetchedBefore)
    .execute();
  return rows.map((row) => row.workspace_id);
}

export function newScreenId(): ScreenImageId {
  return newId<ScreenImageId>();
}

/**
 * Returns whether presses lead to a node from the start, or from screens that sessions of these revisions
 * reported. The search runs backwards from the node: a file has some hundred screens, a test may have reports of
 * thousands of sessions.
 */
export async function isReachable(
  db: Database,
  { revisionId, apiOrigin, fileKey }: RevisionKey,
  {
    reportedBy,
    startNodeId,
    nodeId,
  }: { reportedBy: readonly RevisionId[]; startNodeId: string | null; nodeId: string },
): Promise<boolean> {
  const { rows } = await sql`
    WITH RECURSIVE before_it (node_id) AS (
      SELECT ${nodeId}::text
      UNION
      SELECT screens.node_id FROM before_it
        JOIN screens ON before_it.node_id = ANY(screens.leads_to)
        JOIN revision_screens ON revision_screens.screen_id = screens.id
          AND revision_screens.revision_id = ${revisionId}
          AND revision_screens.api_origin = ${apiOrigin}
          AND revision_screens.file_key = ${fileKey}
    )
    SELECT 1 FROM before_it
      WHERE node_id = ${startNodeId}
        OR EXISTS (SELECT 1 FROM reported_nodes
          WHERE revision_id = ANY(${reportedBy}::uuid[])
            AND node_ids && ARRAY(SELECT node_id FROM before_it))
      LIMIT 1`.execute(db);
  return rows.length > 0;
}

// The prototype that a revision's link leads to.

/**
 * Returns the prototype of a revision, or null for a page that reports no screens. It may be another server's
 * sample, because this server may serve none, or at another port.
 */
export async function prototypeOfRevision(
  db: Database,
  hosts: readonly PrototypeHost[],
  { revisionId, prototypeUrl }: { revisionId: RevisionId; prototypeUrl: string },
): Promise<KnownPrototype | null> {
  return (
    prototypeOf(prototypeUrl, hosts) ??
    prototypeOf(prototypeUrl, (await imageOrigins(db, revisionId)).map(sampleHost))
  );
}
