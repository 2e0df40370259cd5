// The results of a test as a link for viewing shows them: summary, screens, paths, recordings, without any settings.
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { TestOverview } from '#contract/test-summary.ts';
import { ResultsFrame } from '#web/entities/results/results-frame.tsx';
import { useTask } from '#web/entities/results/use-task.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import { PathsTab } from '#web/features/paths/paths-tab.tsx';
import { RecordingsTab } from '#web/features/recordings/recordings-tab.tsx';
import { ScreensTab } from '#web/features/screens/screens-tab.tsx';
import { FirstOpenings } from '#web/features/summary/funnel.tsx';
import { Results } from '#web/features/summary/results.tsx';
import { TaskOverview } from '#web/features/summary/task-overview.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useTabParam } from '#web/lib/tab-param.ts';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

export function SharedTestPage() {
  const { id = '' } = useParams();
  const test = useQuery(testQuery(id));
  usePageTitle(test.data?.name ?? null);
  if (test.data) return <ViewedTest test={test.data} />;
  if (test.isPending) return <Skeleton className="h-80 rounded-lg" />;
  return (
    <ErrorView
      heading="h1"
      title="The results could not be loaded"
      onRetry={() => void test.refetch()}
    >
      Check your connection and try again.
    </ErrorView>
  );
}

function ViewedTest({ test }: { test: TestOverview }) {
  const [tab, setTab] = useTabParam(['summary', 'screens', 'paths', 'recordings']);
  if (test.count_of_recordings === 0) {
    return (
      <>
        <PageHeader title={test.name} />
        <EmptyState illustration={<WaitingIllustration />} title="No recordings yet">
          The first one appears here as soon as it ends.
        </EmptyState>
        <FirstOpenings test={test} />
      </>
    );
  }
  const panels = [
    ['summary', 'Summary', <Summary key="summary" test={test} />],
    ['screens', 'Screens', <ScreensTab key="screens" test={test} />],
    ['paths', 'Paths', <PathsTab key="paths" test={test} />],
    ['recordings', 'Recordings', <RecordingsTab key="recordings" test={test} />],
  ] as const;
  return (
    <>
      <PageHeader title={test.name} />
      <Tabs
        label="Parts of this test"
        value={tab}
        onValueChange={setTab}
        tabs={panels.map(([id, label, panel]) => ({
          id,
          label,
          panel: (
            <ResultsFrame
              test={test}
              isOfAll={id === 'recordings'}
              needsTask={id === 'screens' || id === 'paths'}
              overview={id === 'summary' ? <TaskOverview test={test} /> : undefined}
            >
              {panel}
            </ResultsFrame>
          ),
        }))}
      />
    </>
  );
}

function Summary({ test }: { test: TestOverview }) {
  const { tasks, chosen } = useTask(test);
  const task = tasks.find(({ number }) => number === chosen);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Results test={test} />
      {task && (
        <Card aria-labelledby="task">
          <h2 id="task" className="text-lg">
            Task
          </h2>
          <p className="mt-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
            <Name>{task.task}</Name>
          </p>
        </Card>
      )}
    </div>
  );
}
