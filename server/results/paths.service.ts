// Ways of people from screen to screen: the picture, and the commonest exact paths.
import { setImmediate } from 'node:timers/promises';
import type { PathResults } from '#contract/result-paths.ts';
import { commonPaths, pathsPicture } from '#insight/paths.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { readRoutes } from './paths.db.ts';

export async function pathsOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  of: ResultsOf,
): Promise<PathResults> {
  const { testId, step, revision } = of;
  const [{ filtered, routes }, screens] = await Promise.all([
    readRoutes(parts.db, of),
    namedScreens(parts, { testId, step, revisionId: revision?.id ?? null }),
  ]);
  // Other calls take their turn between what takes 10,000 routes 20 ms each.
  await setImmediate();
  const picture = pathsPicture(routes);
  await setImmediate();
  const walkers = routes.reduce((sum, { people }) => sum + people, 0);
  const withoutPath = filtered.people - walkers;
  return { ...filtered, screens, withoutPath, ...picture, ...commonPaths(routes) };
}
