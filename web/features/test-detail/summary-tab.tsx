// What a test asks, how to share it, and what has come in so far.
import type { Test } from '#contract/tests.ts';
import { Revisions } from './revisions.tsx';
import { ShareLink } from './share-link.tsx';
import { TestFigures } from './test-figures.tsx';
import { TestTask } from './test-task.tsx';

export function SummaryTab({ test }: { test: Test }) {
  return (
    <div className="grid gap-4">
      <ShareLink test={test} />
      <TestFigures test={test} />
      <TestTask test={test} />
      <Revisions test={test} />
    </div>
  );
}
