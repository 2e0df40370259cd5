// Who has taken the test: one row a recording (section 2).
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Test } from '#contract/tests.ts';
import { useDeleteRecording } from '#web/entities/recording/delete-recording.tsx';
import { recordingsQuery } from '#web/entities/recording/recording.query.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { List, LoadMore } from '#web/ui/surfaces.tsx';
import { recordingEntries } from './recording-entry.ts';
import { RecordingRow } from './recording-row.tsx';

export function RecordingsTab({ test }: { test: Test }) {
  const list = useInfiniteQuery(recordingsQuery(test._id));
  const deletion = useDeleteRecording();
  if (list.isPending) return <LoadingRows />;
  if (list.data === undefined) {
    return (
      <ErrorView title="The recordings could not be loaded" onRetry={() => void list.refetch()}>
        They are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  const entries = recordingEntries(
    test,
    list.data.pages.flatMap((page) => page.items),
  );
  if (entries.length === 0) return <NoRecordings test={test} />;
  return (
    <>
      <List aria-label="Recordings">
        {entries.map((entry) => (
          <RecordingRow key={entry.id} entry={entry} onDelete={deletion.ask} />
        ))}
      </List>
      <LoadMore
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
      <ConfirmDialog {...deletion.confirmation} />
    </>
  );
}

function LoadingRows() {
  return (
    <div role="status" aria-label="Loading recordings" className="grid gap-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-15 rounded-lg" />
      ))}
    </div>
  );
}

function NoRecordings({ test }: { test: Test }) {
  return (
    <EmptyState
      illustration={<WaitingIllustration />}
      title="Still waiting for the recording to show up!"
      action={<CopyButton text={test.link} label="Copy link" variant="primary" />}
    >
      {test.closed
        ? 'This test is closed. Open it under Settings, then share its link.'
        : 'Share the link. A recording appears here as soon as a participant has started.'}
    </EmptyState>
  );
}
