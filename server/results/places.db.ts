// Places that do not react, with the people who pressed them, in the database.
import { sql } from 'kysely';
import { type CellPresses, placesOf } from '#insight/spots.ts';
import { numbersOf } from '#server/filters/filter-counts.db.ts';
import { failed, people, type ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

/** A place that people of the filter pressed in vain. */
export interface PressedPlace {
  screen: number;
  /** `layer:{node id}` or `cell:{column},{row}`. */
  place: string;
  people: number;
  /** People of failed runs. */
  failed: number;
  presses: number;
}

/** The most pressed places of a screen: what fewer people pressed than 200 others do is by chance. */
const PLACES_MAX = 200;
/** With more people than that, places that a single person pressed are left out: most are of this kind. */
const SINGLE_UP_TO_PEOPLE = 400;

/** Returns at most PLACES_MAX places of each screen, those that most people pressed. */
export async function readPressedPlaces(db: Database, of: ResultsOf): Promise<PressedPlace[]> {
  // The order is by bytes, because comparing in the order of a language takes most of the time.
  const { rows } =
    await sql<PressedPlace>`WITH kept AS MATERIALIZED (SELECT session_id, ${failed(of)} AS failed FROM (${people(of)}) AS left_over)
    SELECT screen, place, people, failed, presses FROM (
      SELECT *, row_number() OVER (PARTITION BY screen ORDER BY people DESC, presses DESC) AS rank
      FROM (SELECT screen, place COLLATE "C" AS place, count(*)::int AS people,
          count(*) FILTER (WHERE failed)::int AS failed, sum(presses)::int AS presses
        FROM kept JOIN run_places USING (session_id)
        WHERE step = ${of.step} GROUP BY screen, place COLLATE "C"
        HAVING count(*) > 1 OR (SELECT count(*) FROM kept) <= ${SINGLE_UP_TO_PEOPLE}) AS summed) AS ranked
    WHERE rank <= ${PLACES_MAX}`.execute(db);
  return rows;
}

/** People who pressed each of these cells. */
export async function readCellPresses(
  db: Database,
  of: ResultsOf,
  cells: readonly { screen: number; place: string }[],
): Promise<(CellPresses & { screen: number })[]> {
  if (cells.length === 0) return [];
  const [screens, places] = [cells.map(({ screen }) => screen), cells.map(({ place }) => place)];
  const { rows } = await sql<
    CellPresses & { screen: number }
  >`SELECT run_places.screen, run_places.place, presses,
      session_id::text AS person, ${failed(of)} AS failed
    FROM (${people(of)}) AS kept JOIN run_places USING (session_id)
      JOIN unnest(${screens}::int[], ${places}::text[]) AS cells (screen, place)
        ON cells.screen = run_places.screen AND cells.place = run_places.place
    WHERE step = ${of.step}`.execute(db);
  return rows;
}

/**
 * Returns numbers of the people who pressed each of these places.
 * @param places layers, cells or spots
 */
export async function readPressers(
  db: Database,
  of: ResultsOf,
  places: readonly { screen: number; place: string }[],
): Promise<{ screen: number; place: string; pressers: number[] }[]> {
  if (places.length === 0) return [];
  const stored = places.flatMap((each) => placesOf(each.place).map((cell) => ({ ...each, cell })));
  const wanted = sql.join([
    sql`${stored.map(({ screen }) => screen)}::int[]`,
    sql`${stored.map(({ place }) => place)}::text[]`,
    sql`${stored.map(({ cell }) => cell)}::text[]`,
  ]);
  const { rows } = await sql<{ screen: number; place: string; pressers: string }>`SELECT
      wanted.screen, wanted.place, array_to_string(array_agg(DISTINCT number), ',') AS pressers
    FROM (${people(of)}) AS kept JOIN run_places USING (session_id)
      JOIN unnest(${wanted}) AS wanted (screen, place, cell)
        ON wanted.screen = run_places.screen AND wanted.cell = run_places.place
    WHERE step = ${of.step} GROUP BY wanted.screen, wanted.place`.execute(db);
  return rows.map((row) => ({ ...row, pressers: numbersOf(row.pressers) }));
}
