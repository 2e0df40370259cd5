// The commonest exact paths, each to filter by or to see its people; the others in one row.
import { Play } from 'lucide-react';
import type { PathResults } from '#contract/result-paths.ts';
import { useOpenMoments } from '#web/entities/results/open-moments.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Name } from '#web/ui/name.tsx';
import { loopText, nameOf, peopleOfRoute, routeOutcome, routeText } from './path-words.ts';

export function CommonPaths({ paths }: { paths: PathResults }) {
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

const row = 'flex min-h-12 items-center gap-4 py-1 text-sm break-inside-avoid';
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
        className="min-w-0 grow rounded-sm py-1 text-start hover:text-accent aria-pressed:font-semibold aria-pressed:text-accent pointer-coarse:min-h-control"
        onClick={() => setFilter({ route: isChosen ? undefined : route.route })}
      >
        {route.steps.map(({ screens: walked, loops }, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the path
          <span key={step}>
            {step > 0 && <Next />}
            {walked.map((number, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a screen of a loop is its place in it
              <span key={at}>
                {at > 0 && <Next />}
                <Name>{nameOf(number, screens)}</Name>
              </span>
            ))}
            {loops > 1 && ` ${loopText(loops)}`}
          </span>
        ))}
      </button>
      <span className={classNames('shrink-0', route.reached > 0 ? 'text-success' : 'text-muted')}>
        {outcome}
      </span>
      <IconButton
        label={`Show the people of this path: ${routeText(route, screens)}`}
        title="Show the people"
        icon={<Play aria-hidden className="size-4" />}
        className="print:hidden"
        onClick={() => openMoments(peopleOfRoute(route, routeText(route, screens)))}
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
