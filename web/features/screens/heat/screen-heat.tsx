// The heat of one screen over all sessions of the filter: what was pressed, by how many, and a way to each moment.
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import { heatQuery } from '#web/entities/results/results.query.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { heatViews, useHeatChoice } from './heat-choice.ts';
import { HeatViewer } from './heat-viewer.tsx';

interface ScreenHeatProps {
  testId: TestId;
  /** The screen's number within the test. */
  number: number;
  filter: ResultFilter;
}

export function ScreenHeat({ testId, number, filter }: ScreenHeatProps) {
  const [choice, choose] = useHeatChoice();
  const { layer } = heatViews[choice.view];
  const { weight } = choice;
  const heat = useQuery(heatQuery(testId, filter, { number, layer, weight }));
  // Marks of clicks that missed have a cross, whatever else is shown.
  const missed = useQuery(heatQuery(testId, filter, { number, layer: 'missed', weight }));
  // A press shows at once; thousands of clicks follow when there is time.
  const shown = useDeferredValue(heat.data);
  const shownMissed = useDeferredValue(missed.data);
  if (heat.isPending) return <Skeleton className="h-160 w-full rounded-lg" />;
  if (heat.isError) {
    return <ErrorView title="Failed to load the clicks." onRetry={() => void heat.refetch()} />;
  }
  const data = shown?.screen.number === number ? shown : heat.data;
  return (
    <HeatViewer
      key={number}
      heat={data}
      missed={shownMissed?.screen.number === number ? shownMissed : null}
      isOld={heat.isPlaceholderData || data !== heat.data}
      {...{ testId, filter, choice, choose }}
    />
  );
}
