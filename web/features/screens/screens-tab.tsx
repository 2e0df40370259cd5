// All screens of a test with what people did on each, the worst first, and the heat of the chosen one below.
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useRef } from 'react';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ScreenResult } from '#contract/result-screens.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { NoResults } from '#web/entities/results/no-results.tsx';
import { heatQuery, screensQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useSteadyList } from '#web/lib/steady-list.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { heatViews, useHeatChoice } from './heat/heat-choice.ts';
import { HeatViewer } from './heat/heat-viewer.tsx';
import { ScreenCard, useScreenSelection } from './screen-card.tsx';

/** The grid has as many columns as fit, also beside the drawer. */
const grid = 'grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))]';

export function ScreensTab({ test }: { test: TestOverview }) {
  const { filter } = useResultFilter();
  const query = useQuery(screensQuery(test._id, filter));
  const chosen = useScreenSelection();
  const heat = useScrollIntoView(chosen);
  const steady = useSteadyList(query.data?.screens ?? [], { keyOf, view: JSON.stringify(filter) });
  if (query.isPending) return <LoadingCards />;
  if (query.data === undefined) {
    return (
      <ErrorView title="The screens could not be loaded" onRetry={() => void query.refetch()}>
        The recordings are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  const { people, total, outside } = query.data;
  if (people === 0 || steady.items.length === 0) {
    return <NoResults test={test} {...{ people, total, outside }} />;
  }
  const openScreen = steady.items.find(({ number }) => number === chosen);
  return (
    <>
      <h2 className="sr-only">Screens</h2>
      <ul aria-label="Screens" className={grid} {...steady.listeners}>
        {steady.items.map((screen) => (
          <ScreenCard
            key={screen.number}
            testId={test._id}
            screen={screen}
            isChosen={screen.number === chosen}
          />
        ))}
      </ul>
      <div ref={heat} className="scroll-mt-4 pt-8 empty:hidden">
        {openScreen !== undefined && (
          <ScreenHeat testId={test._id} number={openScreen.number} filter={filter} />
        )}
      </div>
    </>
  );
}

const keyOf = ({ number }: ScreenResult) => String(number);

/** Scrolls the screen that opens below the list into view; a page that loads with it begins at its top. */
function useScrollIntoView(chosen: number | null) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    if (chosen !== before.current) place.current?.scrollIntoView({ block: 'start' });
    before.current = chosen;
  }, [chosen]);
  return place;
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Loading screens" className={grid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-40 rounded-lg" />
      ))}
    </div>
  );
}

interface ScreenHeatProps {
  testId: TestId;
  /** The screen's number within the test. */
  number: number;
  filter: ResultFilter;
}

/** The heat of one screen over all sessions of the filter: clicked places, their people, and links to each moment. */
function ScreenHeat({ testId, number, filter }: ScreenHeatProps) {
  const [choice, choose] = useHeatChoice();
  const { layer } = heatViews[choice.view];
  const { weight } = choice;
  const heat = useQuery(heatQuery(testId, filter, { number, layer, weight }));
  // Marks of clicks that missed have a cross, whatever else is shown.
  const missed = useQuery(heatQuery(testId, filter, { number, layer: 'missed', weight }));
  // A choice is shown at once; thousands of clicks are rendered later.
  const deferredHeat = useDeferredValue(heat.data);
  const deferredMissed = useDeferredValue(missed.data);
  if (heat.isPending) return <Skeleton className="h-160 w-full rounded-lg" />;
  if (heat.isError) {
    return <ErrorView title="Failed to load the clicks." onRetry={() => void heat.refetch()} />;
  }
  const data = deferredHeat?.screen.number === number ? deferredHeat : heat.data;
  return (
    <HeatViewer
      key={number}
      heat={data}
      missed={deferredMissed?.screen.number === number ? deferredMissed : null}
      isOld={heat.isPlaceholderData || data !== heat.data}
      testId={testId}
      filter={filter}
      choice={choice}
      choose={choose}
    />
  );
}
