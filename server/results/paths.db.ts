// Routes of people in the database: how many took each, with which outcome.

import { sql } from 'kysely';
import type { Outcome } from '#contract/outcomes.ts';
import type { RouteRuns } from '#insight/paths.ts';
import { columnsOfRoute, isCut } from '#insight/route.ts';
import { type Filtered, readOver } from '#server/filters/filter-counts.db.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Database } from '#server/platform/db/database.ts';

/** Routes with their people, those without a screen left out. */
export async function readRoutes(
  db: Database,
  of: ResultsOf,
): Promise<{ filtered: Filtered; routes: RouteRuns[] }> {
  const { filtered, taken } = await readOver<{ taken: string | null }>(db, of, {
    more: sql`, task_runs.route`,
    columns: sql`, string_agg(outcome || ' ' || route, ',') FILTER (WHERE kept AND route <> '') AS taken`,
  });
  return { filtered, routes: taken === null ? [] : countedRoutes(taken.split(',')) };
}

/**
 * Counts routes in JavaScript, from one text: rows of the driver take twice the time, and so do SQL's groups of
 * long texts.
 */
function countedRoutes(taken: readonly string[]): RouteRuns[] {
  const people = new Map<string, number>();
  for (const one of taken) people.set(one, (people.get(one) ?? 0) + 1);
  return [...people].map(([one, count]) => {
    const [outcome = '', route = ''] = one.split(' ');
    return { route, outcome: outcome as Outcome, people: count };
  });
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
