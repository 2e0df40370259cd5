// The people of the moment drawer, a page of 50 at a time, or what stands in their place.
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { MomentRow } from './moment-row.tsx';
import type { AskedMoments } from './open-moments.ts';
import { type ListedMoment, nameOf } from './results.query.ts';

interface MomentListProps {
  list: {
    isPending: boolean;
    isError: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
  items: readonly ListedMoment[];
  /** The name of the one that is chosen. */
  playing: string | null;
  of: AskedMoments['query']['of'];
  onChoose: (moment: ListedMoment) => void;
}

export function MomentList({ list, items, playing, of, onChoose }: MomentListProps) {
  if (list.isPending) {
    return (
      <div role="status" aria-label="Loading the people" className="grid gap-3 p-4">
        {['a', 'b', 'c', 'd'].map((key) => (
          <Skeleton key={key} className="h-12" />
        ))}
      </div>
    );
  }
  if (list.isError && items.length === 0) {
    return (
      <div role="alert" className="grid justify-items-start gap-3 p-4 text-sm">
        <p>The people could not be loaded.</p>
        <Button size="sm" variant="secondary" onClick={() => void list.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <p className="p-4 text-muted text-sm">
        {of === 'said'
          ? 'Of the people of this filter, none said all of these words.'
          : 'With this filter there are no people here.'}
      </p>
    );
  }
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <ol className="divide-y divide-line">
        {items.map((moment) => (
          <MomentRow
            key={nameOf(moment)}
            {...{ moment, of }}
            isChosen={nameOf(moment) === playing}
            onChoose={() => onChoose(moment)}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <div className="p-3 text-center">
          <Button
            size="sm"
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      )}
    </div>
  );
}
