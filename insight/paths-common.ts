// The commonest exact paths, and one row for the rest.
import type { PathResults } from '#contract/result-paths.ts';
import { isSuccess, type TakenRoute } from './paths.ts';
import { stepsOfRoute } from './route.ts';

type CommonPaths = Pick<PathResults, 'routes' | 'otherRoutes'>;

const COMMONEST = 12;

/** @param taken routes without a screen are left out */
export function commonPaths(taken: readonly TakenRoute[]): CommonPaths {
  const same = Map.groupBy(
    taken.filter(({ route }) => route !== ''),
    ({ route }) => route,
  );
  const all = [...same]
    .map(([route, takers]) => ({
      route,
      people: peopleOf(takers),
      reached: peopleOf(takers.filter(({ outcome }) => isSuccess(outcome))),
      direct: peopleOf(takers.filter(({ outcome }) => outcome === 'direct')),
    }))
    .sort((a, b) => b.people - a.people || shorterFirst(a.route, b.route));
  const rest = all.slice(COMMONEST);
  const reached = rest.reduce((sum, route) => sum + route.reached, 0);
  return {
    routes: all
      .slice(0, COMMONEST)
      .map(({ route, ...counts }) => ({ route, steps: stepsOfRoute(route), ...counts })),
    otherRoutes: { routes: rest.length, people: peopleOf(rest), reached },
  };
}

/** The same order at each look. */
function shorterFirst(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}

function peopleOf(all: readonly { people: number }[]): number {
  return all.reduce((sum, { people }) => sum + people, 0);
}
