// What stands beside a test's name, on its card and on its page: how many record now, and whether it is closed.
import type { Test } from '#contract/tests.ts';
import { Badge, Pulse } from '#web/ui/badge.tsx';

export function TestMarks({ test }: { test: Pick<Test, 'recordings_info' | 'closed'> }) {
  const running = test.recordings_info.filter(({ state }) => state === 'receiving').length;
  return (
    <>
      {running > 0 && (
        <Badge tone="danger">
          <Pulse />
          {`${running} recording now`}
        </Badge>
      )}
      {test.closed && <Badge>Closed</Badge>}
    </>
  );
}
