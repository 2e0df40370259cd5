// Numbers of a test's screens: assigned once, in the order in which the test's screens appear, and permanent.
import { sql } from 'kysely';
import type { TestId } from '#contract/ids.ts';
import { screenId } from '#contract/screens.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { ListedScreen } from '#server/prototypes/fetch-screens.ts';

/** A prototype's file within one test. */
export interface TestFile {
  testId: TestId;
  /** Both empty for messages of a page that no configured design tool shows. */
  apiOrigin: string;
  fileKey: string;
}

/** Anybody's session may name screens; no prototype presents so many. Further ones share a number. */
const NUMBERED_MAX = 2000;
/** Replaces screens that have no id of a design tool, and screens after NUMBERED_MAX. */
export const OTHER_SCREENS = '';

/**
 * Each id's number; unknown ones get the next, in the order given.
 * @param db a transaction. It holds up others that number new screens of this test until it ends, and no one else.
 */
export async function numberScreens(
  db: Database,
  file: TestFile,
  nodeIds: Iterable<string>,
): Promise<(nodeId: string) => number> {
  const wanted = [...new Set([...nodeIds].map(knownId))];
  const known = await readNumbers(db, file, wanted);
  if (wanted.some((id) => !known.has(id))) {
    const lock = `test_screens ${file.testId}`;
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(db);
    await insertScreens(db, file, wanted);
    for (const [id, number] of await readNumbers(db, file, [...wanted, OTHER_SCREENS])) {
      known.set(id, number);
    }
  }
  const others = known.get(OTHER_SCREENS) ?? 1;
  return (nodeId) => known.get(knownId(nodeId)) ?? others;
}

function knownId(nodeId: string): string {
  return screenId.safeParse(nodeId).data ?? OTHER_SCREENS;
}

async function readNumbers(
  db: Database,
  { testId, apiOrigin, fileKey }: TestFile,
  nodeIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('test_screens')
    .select(['node_id', 'number'])
    .where('test_id', '=', testId)
    .where('api_origin', '=', apiOrigin)
    .where('file_key', '=', fileKey)
    .where(sql<boolean>`node_id = ANY(${nodeIds}::text[])`)
    .execute();
  return new Map(rows.map(({ node_id, number }) => [node_id, number]));
}

/** Needs the lock. Where not all fit, the one for the others takes the last place. */
async function insertScreens(
  db: Database,
  { testId, apiOrigin, fileKey }: TestFile,
  nodeIds: readonly string[],
): Promise<void> {
  await sql`
    WITH missing AS (
      SELECT node_id, row_number() OVER (ORDER BY place) AS place
      FROM unnest(${nodeIds}::text[]) WITH ORDINALITY AS wanted (node_id, place)
      WHERE NOT EXISTS (SELECT 1 FROM test_screens AS known
        WHERE known.test_id = ${testId} AND known.api_origin = ${apiOrigin}
          AND known.file_key = ${fileKey} AND known.node_id = wanted.node_id)
    ), given AS (
      SELECT coalesce(max(number), 0) AS last FROM test_screens WHERE test_id = ${testId}
    ), fitting AS (
      SELECT node_id, last + place AS number FROM missing, given
      WHERE last + place < ${NUMBERED_MAX} OR node_id = ${OTHER_SCREENS}
      UNION ALL
      SELECT ${OTHER_SCREENS}, greatest(last + 1, ${NUMBERED_MAX}) FROM given
      WHERE last + (SELECT count(*) FROM missing) >= ${NUMBERED_MAX}
    )
    INSERT INTO test_screens (test_id, number, api_origin, file_key, node_id)
    SELECT ${testId}::uuid, number, ${apiOrigin}, ${fileKey}, node_id FROM fitting ORDER BY number
    ON CONFLICT DO NOTHING`.execute(db);
}

/**
 * Keeps what the design tool listed of a file: a number and a name for each frame, the start screen first, and which
 * screens the file does not have any more.
 * @param db a transaction that holds `lockScreens`.
 */
export async function keepListing(
  db: Database,
  file: TestFile,
  { listed, startNodeId }: { listed: readonly ListedScreen[]; startNodeId: string | null },
): Promise<void> {
  const ids = listed.map(({ nodeId }) => nodeId);
  const starts = startNodeId !== null && ids.includes(startNodeId) ? [startNodeId] : [];
  await numberScreens(db, file, [...starts, ...ids].slice(0, LISTED_MAX));
  await nameScreens(db, file, listed);
  await sql`UPDATE test_screens SET in_design = NOT in_design
    WHERE test_id = ${file.testId} AND api_origin = ${file.apiOrigin} AND file_key = ${file.fileKey}
      AND node_id <> ${OTHER_SCREENS} AND in_design <> (node_id = ANY(${ids}::text[]))`.execute(db);
}

/** Frames of a file that are numbered before a session presents them: the others get theirs when one does. */
const LISTED_MAX = 1000;

/** Stores the names of layers as the design tool returns them, for screens that have a number. */
async function nameScreens(
  db: Database,
  { testId, apiOrigin, fileKey }: TestFile,
  named: readonly ListedScreen[],
): Promise<void> {
  await sql`UPDATE test_screens SET layer_name = told.name
    FROM unnest(${named.map(({ nodeId }) => nodeId)}::text[], ${named.map(({ name }) => name)}::text[])
      AS told (node_id, name)
    WHERE test_id = ${testId} AND api_origin = ${apiOrigin} AND file_key = ${fileKey}
      AND test_screens.node_id = told.node_id AND told.name IS NOT NULL
      AND layer_name IS DISTINCT FROM told.name`.execute(db);
}

/** A member's name for a screen. @param name null: the layer's own again. @returns whether the test has that screen. */
export async function nameTestScreen(
  db: Database,
  { testId, number }: { testId: TestId; number: number },
  name: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('test_screens')
    .set({ given_name: name })
    .where('test_id', '=', testId)
    .where('number', '=', number)
    .executeTakeFirst();
  return numUpdatedRows > 0;
}
