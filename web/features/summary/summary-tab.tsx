// What a test came to, and in compact cards what it asks and how to share it.
import type { TestOverview } from '#contract/test-summary.ts';
import { ResultsFrame } from '#web/entities/results/results-frame.tsx';
import { NoResults } from './no-results.tsx';
import { Results } from './results.tsx';
import { Revisions } from './revisions.tsx';
import { ShareLink } from './share-link.tsx';
import { TestFigures } from './test-figures.tsx';
import { TestTask } from './test-task.tsx';

export function SummaryTab({ test }: { test: TestOverview }) {
  if (test.count_of_recordings === 0) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ShareLink test={test} />
        <NoResults test={test} />
        <TestFigures test={test} />
        <TestTask test={test} />
        <Revisions test={test} />
      </div>
    );
  }
  return (
    <ResultsFrame test={test}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Results test={test} />
        <ShareLink test={test} />
        <TestFigures test={test} />
        <TestTask test={test} />
        <Revisions test={test} />
      </div>
    </ResultsFrame>
  );
}
