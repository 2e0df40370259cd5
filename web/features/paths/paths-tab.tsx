// Paths from screen to screen: all paths as one picture, and the most common exact paths as a list.

import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { PathResults } from '#contract/result-paths.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { peopleCount } from '#insight/numbers/words.ts';
import { loopText } from '#insight/route.ts';
import { NoResults } from '#web/entities/results/no-results.tsx';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { pathsQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useSteady } from '#web/lib/steady-list.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { nameOf, peopleOfRoute, routeOutcome, routeText } from './path-words.ts';
import { PathsPicture } from './paths-picture.tsx';
import { PathsTable } from './paths-table.tsx';

export function PathsTab({ test }: { test: TestOverview }) {
  const { filter } = useResultFilter();
  const query = useQuery(pathsQuery(test._id, filter));
  const { value: paths, isBehind, listeners } = useSteady(query.data, JSON.stringify(filter));
  if (query.isPending) return <LoadingPaths />;
  if (paths === undefined) {
    return (
      <ErrorView title="The paths could not be loaded" onRetry={() => void query.refetch()}>
        The recordings are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  if (paths.people === 0 || paths.nodes.length === 0) return <NoResults test={test} {...paths} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4" {...listeners}>
      <Card aria-labelledby="paths-picture">
        <div className="mb-4 flex flex-wrap items-baseline gap-x-3">
          <h2 id="paths-picture" className="text-lg">
            Paths
          </h2>
          <p className="text-muted text-sm tabular-nums">
            {peopleCount(paths.people)}. Wider links carry more people, the goal is outlined, and
            red marks who ended without it.
          </p>
          <p role="status" className="ml-auto text-muted text-sm">
            {isBehind && 'New data appears when you move the pointer away'}
          </p>
        </div>
        <PathsPicture paths={paths} />
        <Folded {...paths.foldedLinks} />
        {paths.withoutPath > 0 && (
          <p className="mt-3 text-muted text-sm tabular-nums">
            {peopleCount(paths.withoutPath)} not drawn: their prototype reported no screen.
          </p>
        )}
        <PathsTable paths={paths} />
      </Card>
      <Card aria-labelledby="paths-common">
        <h2 id="paths-common" className="mb-3 text-lg">
          Most common paths
        </h2>
        <CommonPaths paths={paths} />
      </Card>
    </div>
  );
}

function Folded({ links, people }: PathResults['foldedLinks']) {
  if (links === 0) return null;
  return (
    <p className="mt-3 text-muted text-sm tabular-nums">
      {links === 1 ? '1 link' : `${links} links`} of less than 2 % of the people{' '}
      {links === 1 ? 'is' : 'are'} not drawn; {peopleCount(people)} went there.
    </p>
  );
}

function LoadingPaths() {
  return (
    <div role="status" aria-label="Loading paths" className="grid gap-4">
      <Skeleton className="h-96 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}

/** The commonest exact paths, each to filter by or to see its people; the others in one row. */
function CommonPaths({ paths }: { paths: PathResults }) {
  const { routes, otherRoutes, screens } = paths;
  return (
    <ol className="divide-y divide-line border-line border-t">
      {routes.map((route) => (
        <Row key={route.route} route={route} screens={screens} />
      ))}
      {otherRoutes.routes > 0 && (
        <li className={classNames(row, 'text-muted')}>
          <span className={count}>{otherRoutes.people}</span>
          <span className="grow">
            on {otherRoutes.routes === 1 ? '1 other path' : `${otherRoutes.routes} other paths`}
          </span>
          <span>{otherRoutes.reached > 0 && `✓ ${otherRoutes.reached} reached`}</span>
        </li>
      )}
    </ol>
  );
}

const row =
  'flex min-h-12 items-center gap-4 gap-y-1 py-1 text-sm break-inside-avoid max-sm:flex-wrap';
const count = 'w-8 shrink-0 font-semibold tabular-nums';

interface RowProps {
  route: PathResults['routes'][number];
  screens: PathResults['screens'];
}

function Row({ route, screens }: RowProps) {
  const { filter, setFilter } = useResultFilter();
  const openMoments = useOpenMoments();
  const isChosen = filter.route === route.route;
  const outcome = routeOutcome(route);
  return (
    <li className={row}>
      <span className={count}>
        {route.people}
        <span className="sr-only">{route.people === 1 ? ' person' : ' people'}</span>
      </span>
      <button
        type="button"
        aria-pressed={isChosen}
        title={isChosen ? 'Show all paths' : 'Show only the people of this path'}
        className="min-w-0 grow basis-[calc(100%-3rem)] rounded-sm py-1 text-start sm:basis-0 hover:text-accent aria-pressed:font-semibold aria-pressed:text-accent pointer-coarse:min-h-control"
        onClick={() => setFilter({ route: isChosen ? undefined : route.route })}
      >
        {route.steps.map(({ screens: walked, loops }, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
          <span key={step}>
            {step > 0 && <Next />}
            {loops > 1 && walked.length > 1 && '('}
            {walked.map((number, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a screen of a loop is its place in it
              <span key={at}>
                {at > 0 && <Next />}
                <Name>{nameOf(number, screens)}</Name>
              </span>
            ))}
            {loops > 1 && walked.length > 1 && ')'}
            {loops > 1 && ` ${loopText(loops)}`}
          </span>
        ))}
      </button>
      <span
        className={classNames(
          'shrink-0 max-sm:ms-12 max-sm:grow',
          route.reached > 0 ? 'text-success' : 'text-muted',
        )}
      >
        {outcome}
      </span>
      <IconButton
        label={`Play the people of this path: ${routeText(route, screens)}`}
        title="Play these people"
        icon={<Play aria-hidden className="size-4" />}
        className="print:hidden"
        onClick={() => openMoments(peopleOfRoute(route), { plays: true })}
      />
    </li>
  );
}

function Next() {
  return (
    <span aria-hidden className="text-muted">
      {' › '}
    </span>
  );
}
