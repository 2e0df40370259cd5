// Routes of people in the database: how many took each, with which outcome.
import { sql } from 'kysely';
import type { Outcome } from '#contract/outcomes.ts';
import type { TakenRoute } from '#insight/paths.ts';
import { columnsOfRoute, isCut } from '#insight/route.ts';
import type { Database } from '#server/db/database.ts';
import { type Filtered, readOver } from './filtered.db.ts';
import type { ResultsOf } from './people.ts';

/** Routes with their people, those without a screen left out. */
export async function readRoutes(
  db: Database,
  of: ResultsOf,
): Promise<{ filtered: Filtered; routes: TakenRoute[] }> {
  const tables = sql`, routes AS (SELECT route, outcome, count(*) AS people
    FROM everyone WHERE kept AND route <> '' GROUP BY route, outcome)`;
  const columns = sql`, (SELECT string_agg(people || ' ' || outcome || ' ' || route, ',') FROM routes) AS routes`;
  const { filtered, routes } = await readOver<{ routes: string | null }>(db, of, {
    ...{ more: sql`, task_runs.route`, tables, columns },
  });
  return { filtered, routes: routes === null ? [] : routes.split(',').map(takenRoute) };
}

/** From one text: rows of the driver take twice the time. */
function takenRoute(text: string): TakenRoute {
  const [people = '', outcome = '', route = ''] = text.split(' ');
  return { route, outcome: outcome as Outcome, people: Number(people) };
}

/** `any`: also those that end there; `end`: those alone. */
export type NextScreen = number | 'end' | 'any';

/**
 * Routes that present a screen in a column of the picture and then another one, or end there.
 * @returns with each the place of that moment in the path, from 0
 */
export async function routesThrough(
  db: Database,
  of: ResultsOf,
  { at, column, next }: { at: number; column: number; next: NextScreen },
): Promise<{ route: string; place: number }[]> {
  const { routes: taken } = await readRoutes(db, of);
  const routes = new Set(taken.map(({ route }) => route));
  return [...routes].flatMap((route) => {
    const columns = columnsOfRoute(route);
    const [here, then] = columns.slice(column, column + 2);
    if (here?.screen !== at) return [];
    if (next === 'any') return [{ route, place: here.at }];
    if (next === 'end') return then || isCut(route) ? [] : [{ route, place: here.at }];
    return then?.screen === next ? [{ route, place: then.at }] : [];
  });
}
