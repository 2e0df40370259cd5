// The tests as cards, and what stands in their place while there are none to show.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeleteTest } from '#web/entities/test/delete-test.tsx';
import { testListQuery } from '#web/entities/test/test.query.ts';
import { pages } from '#web/lib/pages.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { BlankIllustration, NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { LoadMore } from '#web/ui/surfaces.tsx';
import { TestCard } from './test-card.tsx';

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 lg:gap-5 min-[120rem]:grid-cols-4';

export function TestGrid({ search }: { search: string }) {
  const list = useInfiniteQuery(testListQuery(search));
  const deletion = useDeleteTest();
  if (list.isPending) return <LoadingCards />;
  if (list.isError) {
    return (
      <ErrorView title="Failed to fetch test data." onRetry={() => void list.refetch()}>
        Your tests are safe; they could not be loaded right now.
      </ErrorView>
    );
  }
  const tests = list.data.pages.flatMap((page) => page.items);
  if (tests.length === 0) return search === '' ? <NoTests /> : <NothingFound search={search} />;
  return (
    <>
      <p role="status" className="sr-only">
        {countText(list.data.pages[0]?.total ?? tests.length)}
      </p>
      <ul className={grid} aria-busy={list.isPlaceholderData}>
        {tests.map((test) => (
          <TestCard key={test._id} test={test} onDelete={deletion.ask} />
        ))}
      </ul>
      <LoadMore
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
      <ConfirmDialog {...deletion.confirmation} />
    </>
  );
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Loading tests" className={grid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-46 rounded-lg" />
      ))}
    </div>
  );
}

function NoTests() {
  return (
    <EmptyState
      illustration={<BlankIllustration />}
      title="No tests yet? No problem!"
      action={<LinkButton to={pages.createTest.href()}>Create test</LinkButton>}
    >
      Give people a task and a link to your prototype, and watch how they get on.
    </EmptyState>
  );
}

function NothingFound({ search }: { search: string }) {
  return (
    <EmptyState illustration={<NothingFoundIllustration />} title="No tests found with the name">
      <p className="[overflow-wrap:anywhere]">
        “<Name>{search}</Name>”
      </p>
    </EmptyState>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 test' : `${count} tests`;
}
