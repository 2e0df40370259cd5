// Clicks of one screen in the database: weighted bins, hot spots, and those without a place.
import { type RawBuilder, sql } from 'kysely';
import type { ClickLayer } from '#contract/result-screens.ts';
import { people, type ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';
import { isOn, layers } from './click-conditions.ts';

/** One screen, and which of its clicks. */
export interface HeatQuery {
  /** The screen's number in the test. */
  screen: number;
  nodeId: string;
  layer: ClickLayer;
}

/** Clicks of the people of the filter as rows of `clicks`, with `session_id` of each. */
function pressed(of: ResultsOf, { screen, nodeId, layer }: HeatQuery): RawBuilder<unknown> {
  return sql`SELECT kept.session_id, clicks.x, clicks.y, clicks.unplaced, reacted, place, led_to
    FROM (${people(of)}) AS kept
      JOIN run_screens ON run_screens.session_id = kept.session_id
        AND run_screens.step = ${of.step} AND run_screens.screen = ${screen} AND run_screens.clicks > 0
      JOIN clicks ON clicks.session_id = kept.session_id AND clicks.step = ${of.step}
        AND ${isOn(of, nodeId)} AND ${layers[layer]}`;
}

export interface HeatRows {
  /** Arrays of equal length: column, row and weight of a pixel of the image. */
  bins: { x: number[]; y: number[]; weight: number[] };
  /** Clicks with a place, and the people who made them. */
  clicks: number;
  clickedBy: number;
  /** Those without one, by reason. */
  unplaced: Record<string, number>;
  spots: SpotRow[];
  otherSpots: { places: number; people: number; clicks: number };
}

interface SpotRow {
  place: string;
  people: number;
  clicks: number;
  reacts: boolean;
  /** Number of a screen. */
  ledTo: number | null;
}

const HOT_SPOTS_MAX = 50;

/** @param weight `person`: 1 shared among a person's clicks that have a place; `click`: 1 each */
export async function readHeat(
  db: Database,
  of: ResultsOf,
  { weight, ...query }: HeatQuery & { weight: 'person' | 'click' },
): Promise<HeatRows> {
  const share =
    weight === 'click' ? sql`1` : sql`1.0::float8 / count(*) OVER (PARTITION BY session_id)`;
  const { rows } = await sql<HeatRows>`WITH pressed AS MATERIALIZED (${pressed(of, query)}),
      bins AS (SELECT x, y, sum(share)::real AS weight
        FROM (SELECT floor(x)::int AS x, floor(y)::int AS y, ${share} AS share
          FROM pressed WHERE x IS NOT NULL) AS placed
        GROUP BY x, y),
      spots AS MATERIALIZED (SELECT place, count(DISTINCT session_id)::int AS people, count(*)::int AS clicks,
          count(*) FILTER (WHERE reacted) > count(*) FILTER (WHERE NOT reacted) AS reacts,
          mode() WITHIN GROUP (ORDER BY led_to) AS "ledTo"
        FROM pressed WHERE place IS NOT NULL GROUP BY place),
      hot AS MATERIALIZED (SELECT * FROM spots ORDER BY people DESC, clicks DESC, place LIMIT ${HOT_SPOTS_MAX})
    SELECT (SELECT json_build_object('x', coalesce(json_agg(x), '[]'), 'y', coalesce(json_agg(y), '[]'),
        'weight', coalesce(json_agg(weight), '[]')) FROM bins) AS bins,
      count(*) FILTER (WHERE x IS NOT NULL)::int AS clicks,
      count(DISTINCT session_id) FILTER (WHERE x IS NOT NULL)::int AS "clickedBy",
      (SELECT coalesce(json_object_agg(unplaced, clicks), '{}') FROM (
        SELECT unplaced, count(*) AS clicks FROM pressed WHERE unplaced IS NOT NULL GROUP BY unplaced)
        AS reasons) AS unplaced,
      (SELECT coalesce(json_agg(hot), '[]') FROM hot) AS spots,
      (SELECT json_build_object('places', count(DISTINCT place), 'people', count(DISTINCT session_id),
          'clicks', count(*))
        FROM pressed WHERE place IS NOT NULL AND place NOT IN (SELECT place FROM hot)) AS "otherSpots"
    FROM pressed`.execute(db);
  const [heat] = rows;
  if (!heat) throw new Error('a sum without a row');
  return heat;
}
