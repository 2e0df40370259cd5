// Earlier revisions of the test, newest first, with the original texts of corrected ones.
import { useQuery } from '@tanstack/react-query';
import type { TestOverview } from '#contract/test-summary.ts';
import type { TestRevision } from '#contract/tests.ts';
import { revisionsQuery } from '#web/entities/test/test.query.ts';
import { formatDateTime } from '#web/lib/format-time.ts';
import { ErrorView } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Card } from '#web/ui/surfaces.tsx';
import { Corrections, PrototypeLink } from './test-task.tsx';

/** Renders nothing if there is only one revision, because the newest is above. */
export function Revisions({ test }: { test: TestOverview }) {
  const query = useQuery(revisionsQuery(test._id));
  if (query.isPending) {
    return test.revision.number > 1 ? <Skeleton className="h-40 rounded-lg" /> : null;
  }
  if (query.data === undefined) {
    return (
      <ErrorView title="The revisions could not be loaded" onRetry={() => void query.refetch()} />
    );
  }
  const earlier = query.data.revisions.filter(({ _id }) => _id !== test.revision._id);
  if (earlier.length === 0) return null;
  return (
    <Card aria-labelledby="revisions">
      <h2 id="revisions" className="text-lg">
        Earlier revisions
      </h2>
      <p className="text-muted text-sm">
        A recording shows the task and prototype of its own revision.
      </p>
      <ol className="mt-4 grid gap-4">
        {earlier.map((revision) => (
          <Revision key={revision._id} revision={revision} test={test} />
        ))}
      </ol>
    </Card>
  );
}

function Revision({ revision, test }: { revision: TestRevision; test: TestOverview }) {
  const { number, createdAt, task, figmaUrl, sessions } = revision;
  return (
    <li className="grid gap-x-8 gap-y-1 border-line border-t pt-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="flex flex-wrap items-baseline gap-x-3 lg:flex-col">
        <span className="font-semibold">Revision {number}</span>
        <time dateTime={createdAt} className="text-muted text-sm">
          {formatDateTime(createdAt)}
        </time>
        <span className="text-muted text-sm tabular-nums">
          {sessions === 1 ? '1 session' : `${sessions} sessions`}
        </span>
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <p
          dir="auto"
          className="max-w-prose whitespace-pre-line text-start [overflow-wrap:anywhere]"
        >
          {task}
        </p>
        {figmaUrl !== test.figmaUrl && (
          <div className="min-w-0 text-sm">
            <PrototypeLink href={figmaUrl} />
          </div>
        )}
        <Corrections of={revision} />
      </div>
    </li>
  );
}
