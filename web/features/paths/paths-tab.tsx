// Paths from screen to screen: all paths as one picture, and the most common exact paths as a list.
import { useQuery } from '@tanstack/react-query';
import type { PathResults } from '#contract/result-paths.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { NoResults } from '#web/entities/results/no-results.tsx';
import { pathsQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useSteady } from '#web/lib/steady-list.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { CommonPaths } from './common-paths.tsx';
import { countText } from './path-words.ts';
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
            {countText(paths.people)}, width = people, goal outlined, red = ended there without the
            goal
          </p>
          <p role="status" className="ml-auto text-muted text-sm">
            {isBehind && 'There is more, shown once you leave the paths'}
          </p>
        </div>
        <PathsPicture paths={paths} />
        <Folded {...paths.foldedLinks} />
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
      {links === 1 ? 'is' : 'are'} not drawn; {countText(people)} went there.
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
