// Routes of people in the database: how many took each, with which outcome.
import { sql } from 'kysely';
import type { TakenRoute } from '#insight/paths.ts';
import { columnsOfRoute, isCut } from '#insight/route.ts';
import type { Database } from '#server/db/database.ts';
import { people, type ResultsOf } from './people.ts';

export async function readRoutes(db: Database, of: ResultsOf): Promise<TakenRoute[]> {
  const { rows } = await sql<TakenRoute>`SELECT route, outcome, count(*)::int AS people
    FROM (${people(of, sql`, task_runs.route`)}) AS kept WHERE route <> ''
    GROUP BY route, outcome`.execute(db);
  return rows;
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
  const routes = new Set((await readRoutes(db, of)).map(({ route }) => route));
  return [...routes].flatMap((route) => {
    const columns = columnsOfRoute(route);
    const [here, then] = columns.slice(column, column + 2);
    if (here?.screen !== at) return [];
    if (next === 'any') return [{ route, place: here.at }];
    if (next === 'end') return then || isCut(route) ? [] : [{ route, place: here.at }];
    return then?.screen === next ? [{ route, place: then.at }] : [];
  });
}
