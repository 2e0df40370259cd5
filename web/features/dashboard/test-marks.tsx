// What stands in a corner of a test's card: how many record now, and whether it is closed.
import type { Test } from '#contract/tests.ts';
import { RunningBadge } from '#web/entities/recording/running-badge.tsx';
import { Badge } from '#web/ui/badge.tsx';

export function TestMarks({ test }: { test: Pick<Test, 'recordings_info' | 'closed'> }) {
  return (
    <>
      <RunningBadge recordings={test.recordings_info} />
      {test.closed && <Badge>Closed</Badge>}
    </>
  );
}
