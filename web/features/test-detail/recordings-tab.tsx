// Who has taken the test: one row a recording (section 2), searched, in an order, of the filter.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RecordingSort, recordingSort } from '#contract/recording-list.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { useDeleteRecording } from '#web/entities/recording/delete-recording.tsx';
import { recordingsQuery } from '#web/entities/recording/recording.query.ts';
import { recordingHref } from '#web/entities/results/filter.ts';
import { NothingFound } from '#web/entities/results/no-results.tsx';
import { useSteadyList } from '#web/lib/steady.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { Select } from '#web/ui/select.tsx';
import { List, LoadMore } from '#web/ui/surfaces.tsx';
import { type RecordingEntry, recordingEntries } from './recording-entry.ts';
import { RecordingColumns, RecordingRow } from './recording-row.tsx';
import { useRecordingsView } from './recordings-view.ts';

export function RecordingsTab({ test }: { test: TestOverview }) {
  const chosen = useRecordingsView();
  const list = useInfiniteQuery(recordingsQuery(test._id, chosen.view));
  const pages = list.data?.pages;
  const entries = useMemo(
    () => recordingEntries(test, pages?.flatMap(({ items }) => items) ?? []),
    [test, pages],
  );
  const steady = useSteadyList(entries, { keyOf, view: JSON.stringify(chosen.view) });
  if (list.isPending) return <LoadingRows />;
  if (list.data === undefined) {
    return (
      <ErrorView title="The recordings could not be loaded" onRetry={() => void list.refetch()}>
        They are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  if (entries.length === 0 && !chosen.isFiltered) return <NoRecordings test={test} />;
  return (
    <>
      <Controls chosen={chosen} total={pages?.[0]?.total ?? 0} waiting={steady.waiting} />
      {entries.length === 0 ? (
        <NothingFound title="No recording fits this filter" />
      ) : (
        <Rows
          list={list}
          entries={steady.items}
          listeners={steady.listeners}
          hrefOf={({ address }) => recordingHref(address, chosen)}
        />
      )}
    </>
  );
}

const keyOf = ({ id }: RecordingEntry) => id;

interface RowsProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  entries: readonly RecordingEntry[];
  listeners: ReturnType<typeof useSteadyList>['listeners'];
  hrefOf: (entry: RecordingEntry) => string;
}

function Rows({ list, entries, listeners, hrefOf }: RowsProps) {
  const deletion = useDeleteRecording();
  return (
    <>
      <div className="@container">
        <RecordingColumns />
        <List aria-label="Recordings" {...listeners}>
          {entries.map((entry) => (
            <RecordingRow
              key={entry.id}
              entry={entry}
              href={hrefOf(entry)}
              onDelete={deletion.ask}
            />
          ))}
        </List>
      </div>
      <LoadMore
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
      <ConfirmDialog {...deletion.confirmation} />
    </>
  );
}

type Chosen = ReturnType<typeof useRecordingsView>;

interface ControlsProps {
  chosen: Chosen;
  total: number;
  waiting: number;
}

function Controls({ chosen, total, waiting }: ControlsProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3 print:hidden">
      <p role="status" className="text-muted text-sm tabular-nums">
        {total === 1 ? '1 recording' : `${total.toLocaleString('en')} recordings`}
        {waiting > 0 && ` · ${waiting} new, listed once you leave the list`}
      </p>
      <Select
        label="Sort by"
        hideLabel
        className="w-44 shrink-0"
        options={recordingSort.options.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
        value={chosen.view.sort}
        onChange={(event) => chosen.setSort(recordingSort.parse(event.target.value))}
      />
    </div>
  );
}

const sortLabels: Record<RecordingSort, string> = {
  newest: 'Newest',
  longest: 'Longest',
  misclicks: 'Most misclicks',
  outcome: 'Outcome',
};

function LoadingRows() {
  return (
    <div role="status" aria-label="Loading recordings" className="grid gap-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-15 rounded-lg" />
      ))}
    </div>
  );
}

function NoRecordings({ test }: { test: TestOverview }) {
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
