// The tests as cards, or the loading, empty or failed state in their place.
import { RECENT_DAYS } from '#contract/limits.ts';
import type { TestState } from '#contract/test-list.ts';
import { useMayChange, VIEWERS_WATCH } from '#web/entities/account/rights.ts';
import { useDeleteTest } from '#web/entities/test/delete-test.tsx';
import type { TestView } from '#web/entities/test/test.query.ts';
import { useNow } from '#web/lib/ago.ts';
import { pages } from '#web/lib/pages.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { BlankIllustration, NothingFoundIllustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { LongList } from '#web/ui/long-list.tsx';
import { Name } from '#web/ui/name.tsx';
import { LoadMore } from '#web/ui/surfaces.tsx';
import { keyOf, type ListView, type VisibleTests } from './list-view.ts';
import { CardSkeleton, TestCard } from './test-card.tsx';

const grid = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4';

/** Row height in pixels: card height plus the grid gap (gap-4). */
const CARD_HEIGHT_PX = 170;
const GAP_PX = 16;

interface TestGridProps {
  list: ListView;
  visible: VisibleTests;
}

export function TestGrid({ list: { view, showAll }, visible }: TestGridProps) {
  const { list, tests, total } = visible;
  const deletion = useDeleteTest();
  const nowMs = useNow();
  if (list.isPending) return <LoadingCards />;
  if (list.isError) {
    return (
      <ErrorView title="Failed to fetch test data." onRetry={() => void list.refetch()}>
        Your tests are safe, but could not be loaded.
      </ErrorView>
    );
  }
  if (tests.length === 0) return <NothingToShow view={view} onShowAll={showAll} />;
  return (
    <>
      <LongList
        className={grid}
        aria-busy={list.isPlaceholderData}
        items={tests}
        total={total ?? tests.length}
        keyOf={keyOf}
        itemHeight={CARD_HEIGHT_PX}
        gap={GAP_PX}
        itemOf={(test, place) => (
          <TestCard key={test._id} test={test} nowMs={nowMs} onDelete={deletion.ask} {...place} />
        )}
        {...visible.listeners}
      />
      <LoadMore
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
      {deletion.dialog}
    </>
  );
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Loading tests">
      <ul className={grid}>
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
          <CardSkeleton key={key} />
        ))}
      </ul>
    </div>
  );
}

interface NothingToShowProps {
  view: TestView;
  onShowAll: () => void;
}

function NothingToShow({ view, onShowAll }: NothingToShowProps) {
  const { search, state } = view;
  const mayChange = useMayChange();
  if (search !== '') return <NothingFound view={view} onShowAll={onShowAll} />;
  if (state !== null) {
    return (
      <EmptyState
        illustration={<NothingFoundIllustration />}
        title={emptyStates[state]}
        action={<ShowAll onShowAll={onShowAll} />}
      />
    );
  }
  if (!mayChange) {
    return (
      <EmptyState illustration={<BlankIllustration />} title="No tests yet">
        {VIEWERS_WATCH}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      illustration={<BlankIllustration />}
      title="No tests yet? No problem!"
      action={<LinkButton to={pages.createTest.href()}>Create test</LinkButton>}
    >
      Give people a task and a link to your prototype, and see how they do.
    </EmptyState>
  );
}

const emptyStates: Record<TestState, string> = {
  open: 'No test is open',
  closed: 'No test is closed',
  template: 'No test is a template',
  recent: `Nothing happened in the last ${RECENT_DAYS} days`,
};

function NothingFound({ view: { search, state }, onShowAll }: NothingToShowProps) {
  return (
    <EmptyState
      illustration={<NothingFoundIllustration />}
      title="No tests found with the name"
      action={<ShowAll onShowAll={onShowAll} />}
    >
      <p className="[overflow-wrap:anywhere]">
        “<Name>{search}</Name>”
        {state !== null && `, among the ${state === 'template' ? 'templates' : `${state} ones`}`}
      </p>
    </EmptyState>
  );
}

function ShowAll({ onShowAll }: Pick<NothingToShowProps, 'onShowAll'>) {
  return (
    <Button variant="secondary" onClick={onShowAll}>
      Show all tests
    </Button>
  );
}
