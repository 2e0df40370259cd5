// The heat of one screen over all sessions of the filter: what was pressed, by how many, and a way to each moment.
import { useQuery } from '@tanstack/react-query';
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
  if (heat.isPending) return <Skeleton className="h-160 w-full rounded-lg" />;
  if (heat.isError) {
    return <ErrorView title="Failed to load the clicks." onRetry={() => void heat.refetch()} />;
  }
  return (
    <HeatViewer
      key={number}
      heat={heat.data}
      missed={missed.data ?? null}
      isOld={heat.isPlaceholderData}
      {...{ testId, filter, choice, choose }}
    />
  );
}
