// Images of screens with the boxes of some layers, as the revision of results shows them, from the database.
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RevisionId, TestId } from '#contract/ids.ts';
import type { Region } from '#contract/pictures.ts';
import { screenImage } from '#contract/screens.ts';
import { type LayerCounts, ScreenLayers } from '#insight/layers.ts';
import { regionBoxes } from '#insight/regions.ts';
import type { Database } from '#server/platform/db/database.ts';
import { PICTURES } from '#server/prototypes/prototype-hosts.ts';
import { layerOf } from './place-boxes.rules.ts';
import { someBoxes, withLayers } from './screen-images.db.ts';

interface GeometryRow {
  screen: number;
  nodeId: string;
  width: number;
  height: number;
  origin: { x: number; y: number };
  layersVersion: number;
  boxes: unknown;
  counts: LayerCounts;
  /** Regions of the steps that show the screen, or null if it is no picture. */
  pictures: { step: number; regions: Region[] }[] | null;
}

/** A place of clicks on a screen, which is named by its number in the test. */
interface PlaceOnScreen {
  screen: number;
  place: string;
}

/**
 * Reads the layers of places by the screen's number in the test. For an image that the revision does not show, it is
 * the newest one of that file; screens without any are left out.
 */
export async function readLayers(
  db: Database,
  { testId, revision }: { testId: TestId; revision: { id: RevisionId } | null },
  places: readonly PlaceOnScreen[],
): Promise<Map<number, ScreenLayers>> {
  const layers = new Map<number, ScreenLayers>();
  if (places.length === 0) return layers;
  const screens = [...new Set(places.map(({ screen }) => screen))];
  const layerIds = new Set(places.flatMap(({ place }) => layerOf(place) ?? []));
  const { rows } = await sql<GeometryRow>`
    WITH shown AS (
      SELECT DISTINCT ON (test_screens.number) test_screens.number AS screen, revision_screens.screen_id,
        revision_screens.revision_id
      FROM test_screens
        JOIN revision_screens USING (api_origin, file_key, node_id)
        JOIN revisions ON revisions.id = revision_screens.revision_id
      WHERE test_screens.test_id = ${testId} AND revisions.test_id = ${testId}
        AND test_screens.number = ANY(${screens}::int[])
      ORDER BY test_screens.number, (revisions.id = ${revision?.id ?? null}::uuid) IS TRUE DESC,
        revisions.created_at DESC)
    SELECT shown.screen, node_id AS "nodeId", width, height, layers_version AS "layersVersion",
      json_build_object('x', origin_x, 'y', origin_y) AS origin, ${someBoxes(layerIds)} AS boxes,
      (SELECT json_build_object('boxes', count(*), 'named', count(*) FILTER (WHERE value ? 'parts'))
        FROM jsonb_each(screens.boxes)) AS counts,
      CASE WHEN api_origin = ${PICTURES} THEN (
        SELECT json_agg(json_build_object('step', number, 'regions', content->'picture'->'regions')) FROM steps
        WHERE steps.revision_id = shown.revision_id AND prototype_url = 'picture:' || file_key) END AS pictures
    FROM shown JOIN screens ON screens.id = shown.screen_id`.execute(db);
  for (const { screen, layersVersion, counts, pictures, ...row } of rows) {
    const image = screenImage.parse(row);
    if (pictures) {
      const boxes = Object.fromEntries(
        pictures.flatMap(({ step, regions }) => Object.entries(regionBoxes(step, regions))),
      );
      layers.set(screen, new ScreenLayers({ ...image, boxes }));
      continue;
    }
    const boxes = await withLayers(image, layersVersion);
    layers.set(
      screen,
      boxes === image.boxes
        ? new ScreenLayers(image, counts)
        : new ScreenLayers({ ...image, boxes }),
    );
    // A screen has thousands of boxes; other calls take their turn between two.
    await setImmediate();
  }
  return layers;
}
