// All screens of a test with what people did on each, the worst first; or the heat of the chosen one.
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ScreenResult } from '#contract/result-screens.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { NoResults } from '#web/entities/results/no-results.tsx';
import { heatQuery, screensQuery } from '#web/entities/results/results.query.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useSteadyList } from '#web/lib/steady-list.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { heatViews, useHeatChoice } from './heat/heat-choice.ts';
import { HeatViewer } from './heat/heat-viewer.tsx';
import { ScreenCard, screenLinkId, useHeatHref, useScreenSelection } from './screen-card.tsx';
import { ScreensTable } from './screens-table.tsx';

/** The grid has as many columns as fit, also beside the drawer. */
const grid = 'grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))]';

export function ScreensTab({ test }: { test: TestOverview }) {
  const { filter } = useResultFilter();
  const query = useQuery(screensQuery(test._id, filter));
  const chosen = useScreenSelection();
  const viewer = useFocusOfView(chosen);
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
  const screens = steady.items;
  const openScreen = screens.find(({ number }) => number === chosen);
  if (openScreen !== undefined) {
    return (
      <div ref={viewer} tabIndex={-1}>
        <ScreenNavigation screens={screens} number={openScreen.number} />
        <ScreenHeat testId={test._id} number={openScreen.number} filter={filter} />
      </div>
    );
  }
  return (
    <>
      <h2 className="sr-only">Screens</h2>
      <p className="mb-3 text-muted text-sm">
        The worst first: by people who ended there, then by people with dead clicks.
      </p>
      <ul aria-label="Screens" className={grid} {...steady.listeners}>
        {screens.map((screen) => (
          <ScreenCard key={screen.number} testId={test._id} screen={screen} />
        ))}
      </ul>
      <ScreensTable screens={screens} />
    </>
  );
}

const keyOf = ({ number }: ScreenResult) => String(number);

/** Moves the focus when a screen's heat opens and, when it closes, back to the screen's card. */
function useFocusOfView(chosen: number | null) {
  const viewer = useRef<HTMLDivElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    const last = before.current;
    before.current = chosen;
    if (last === null && chosen !== null) viewer.current?.focus({ preventScroll: true });
    if (last !== null && chosen === null) {
      document.getElementById(screenLinkId(last))?.focus({ preventScroll: true });
    }
  }, [chosen]);
  return viewer;
}

interface ScreenNavigationProps {
  /** All screens in the order of the list. */
  screens: readonly ScreenResult[];
  /** Number of the open one. */
  number: number;
}

/** The way back to all screens, and to the previous and next one of the list. */
function ScreenNavigation({ screens, number }: ScreenNavigationProps) {
  const heatHref = useHeatHref();
  const at = screens.findIndex((screen) => screen.number === number);
  return (
    <nav
      aria-label="Screens of this test"
      className="mb-3 flex flex-wrap items-center gap-2 print:hidden"
    >
      <LinkButton
        to={heatHref(null)}
        size="sm"
        variant="quiet"
        className="-ml-3"
        icon={<ArrowLeft aria-hidden className="size-4" />}
      >
        All screens
      </LinkButton>
      <span className="grow" />
      <NeighbourLink
        label="Previous screen"
        screen={screens[at - 1]}
        icon={<ChevronLeft aria-hidden className="size-4" />}
      />
      <NeighbourLink
        label="Next screen"
        screen={screens[at + 1]}
        icon={<ChevronRight aria-hidden className="size-4" />}
      />
    </nav>
  );
}

interface NeighbourLinkProps {
  label: string;
  /** The screen that it opens; without one it is disabled. */
  screen: ScreenResult | undefined;
  icon: ReactNode;
}

function NeighbourLink({ label, screen, icon }: NeighbourLinkProps) {
  const heatHref = useHeatHref();
  if (screen === undefined) {
    return (
      <Button size="sm" variant="secondary" icon={icon} disabled>
        <span className="sr-only">{label}</span>
      </Button>
    );
  }
  return (
    <LinkButton
      to={heatHref(screen.number)}
      title={label}
      preventScrollReset
      size="sm"
      variant="secondary"
      icon={icon}
    >
      <span className="sr-only">{label}: </span>
      <span className="max-w-48 truncate tabular-nums max-md:sr-only">
        {screen.number} · <Name>{screen.name}</Name>
      </span>
    </LinkButton>
  );
}

function LoadingCards() {
  return (
    <div role="status" aria-label="Loading screens" className={grid}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-80 rounded-lg" />
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
