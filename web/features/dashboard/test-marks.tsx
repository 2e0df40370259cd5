// What stands in a corner of a test's card: how many record now, and whether it is closed.
import type { TestSummary } from '#contract/test-summary.ts';
import { RunningBadge } from '#web/entities/recording/running-badge.tsx';
import { Badge } from '#web/ui/badge.tsx';

export function TestMarks({ test }: { test: Pick<TestSummary, 'running' | 'closed'> }) {
  return (
    <>
      <RunningBadge running={test.running} />
      {test.closed && <Badge>Closed</Badge>}
    </>
  );
}
