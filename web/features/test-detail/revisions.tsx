// What the test asked at a time: its revisions, the newest first, with texts that were corrected.
import { useQuery } from '@tanstack/react-query';
import type { Test, TestRevision } from '#contract/tests.ts';
import { revisionsQuery } from '#web/entities/test/test.query.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Name } from '#web/ui/name.tsx';
import { Card } from '#web/ui/surfaces.tsx';

/** Nothing as long as there is one revision without a correction. */
export function Revisions({ test }: { test: Test }) {
  const query = useQuery(revisionsQuery(test._id));
  if (query.isPending) {
    return test.revision.number > 1 ? <Skeleton className="h-40 rounded-lg" /> : null;
  }
  if (query.data === undefined) {
    return (
      <ErrorView title="The revisions could not be loaded" onRetry={() => void query.refetch()} />
    );
  }
  const { revisions } = query.data;
  if (revisions.length < 2 && !revisions.some(({ corrections }) => corrections.length > 0)) {
    return null;
  }
  return (
    <Card>
      <h2 className="text-lg">Revisions</h2>
      <p className="mt-1 text-muted text-sm">
        A recording shows the task and prototype of its own revision.
      </p>
      <ol className="mt-5 grid gap-5">
        {revisions.map((revision) => (
          <Revision key={revision._id} revision={revision} test={test} />
        ))}
      </ol>
    </Card>
  );
}

function Revision({ revision, test }: { revision: TestRevision; test: Test }) {
  const { number, createdAt, task, figmaUrl, sessions, corrections } = revision;
  return (
    <li className="grid gap-1.5 border-line border-t pt-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">Revision {number}</span>
        {revision._id === test.revision._id && <Badge tone="accent">Newest</Badge>}
        <span className="text-muted text-sm">
          <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          {' · '}
          {sessions === 1 ? '1 session' : `${sessions} sessions`}
        </span>
      </p>
      <p dir="auto" className="max-w-prose whitespace-pre-line text-start [overflow-wrap:anywhere]">
        {task}
      </p>
      {figmaUrl !== test.figmaUrl && (
        <p className="text-muted text-sm [overflow-wrap:anywhere]">{figmaUrl}</p>
      )}
      {corrections.map(({ before, at, by }) => (
        <p key={at} className="max-w-prose text-muted text-sm [overflow-wrap:anywhere]">
          Corrected <time dateTime={at}>{formatDateTime(at)}</time>
          {by !== null && (
            <>
              {' '}
              by <Name>{by}</Name>
            </>
          )}
          . Before: “<Name>{before}</Name>”
        </p>
      ))}
    </li>
  );
}
