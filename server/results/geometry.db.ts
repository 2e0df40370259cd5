// Images of screens with the boxes of their layers, as the revision of results shows them, from the database.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { screenImage } from '#contract/screens.ts';
import { ScreenLayers } from '#insight/layers.ts';
import type { ResultsOf } from '#server/filters/people-filter.rules.ts';
import type { Database } from '#server/platform/db/database.ts';

interface GeometryRow {
  screen: number;
  nodeId: string;
  width: number;
  height: number;
  origin: { x: number; y: number };
  boxes: unknown;
}

/**
 * Reads the layers of screens by the screen's number in the test. For an image that the revision does not show, it is
 * the newest one of that file; screens without any are left out.
 */
export async function readLayers(
  db: Database,
  { testId, revision }: ResultsOf,
  screens: readonly number[],
): Promise<Map<number, ScreenLayers>> {
  const layers = new Map<number, ScreenLayers>();
  if (screens.length === 0) return layers;
  const { rows } = await sql<GeometryRow>`SELECT DISTINCT ON (test_screens.number)
      test_screens.number AS screen, screens.node_id AS "nodeId", width, height,
      json_build_object('x', origin_x, 'y', origin_y) AS origin, boxes
    FROM test_screens
      JOIN revision_screens USING (api_origin, file_key, node_id)
      JOIN revisions ON revisions.id = revision_screens.revision_id
      JOIN screens ON screens.id = revision_screens.screen_id
    WHERE test_screens.test_id = ${testId} AND revisions.test_id = ${testId}
      AND test_screens.number = ANY(${screens}::int[])
    ORDER BY test_screens.number, (revisions.id = ${revision?.id ?? null}::uuid) IS TRUE DESC,
      revisions.created_at DESC`.execute(db);
  for (const { screen, ...row } of rows) {
    layers.set(screen, new ScreenLayers(screenImage.parse(row)));
    // A screen has thousands of boxes; other calls take their turn between two.
    await setImmediate();
  }
  return layers;
}
