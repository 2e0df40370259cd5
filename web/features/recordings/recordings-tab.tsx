// Recordings of a test: one row each (section 2), with search, order and filter.
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { type RecordingSort, recordingSort } from '#contract/recording-list.ts';
import type { RecordingRow as Recording } from '#contract/recordings.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { useDeleteRecording } from '#web/entities/recording/delete-recording.tsx';
import {
  type RecordingsView,
  recordingsKey,
  recordingsQuery,
} from '#web/entities/recording/recording.query.ts';
import { filterQuery, recordingHref, selectsPeople } from '#web/entities/results/filter.ts';
import { NothingFound } from '#web/entities/results/no-results.tsx';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { useSteadyList } from '#web/lib/steady-list.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { WaitingIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { LongList } from '#web/ui/long-list.tsx';
import { Select } from '#web/ui/select.tsx';
import { LoadMore, rowsStyle } from '#web/ui/surfaces.tsx';
import { Pilots } from './pilots.tsx';
import { isReadable, type RecordingEntry, recordingEntry } from './recording-entry.ts';
import { RecordingColumns, RecordingRow } from './recording-row.tsx';

export function RecordingsTab({ test }: { test: TestOverview }) {
  const mayChange = useMayChange();
  return (
    <>
      <Recordings test={test} />
      {mayChange && <Pilots test={test} />}
    </>
  );
}

function Recordings({ test }: { test: TestOverview }) {
  const listView = useRecordingsView();
  const list = useInfiniteQuery(recordingsQuery(test._id, listView.view));
  const pages = list.data?.pages;
  const recordings = useMemo(
    () => pages?.flatMap(({ items }) => items.filter(isReadable)) ?? [],
    [pages],
  );
  const steady = useSteadyList(recordings, { keyOf, view: JSON.stringify(listView.view) });
  useRefreshOnTestChange(test);
  if (list.isPending) return <LoadingRows />;
  if (list.data === undefined) {
    return (
      <ErrorView title="The recordings could not be loaded" onRetry={() => void list.refetch()}>
        They are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  if (recordings.length === 0 && !listView.isFiltered) return <NoRecordings test={test} />;
  return (
    <>
      <Controls
        listView={listView}
        total={pages?.[0]?.total ?? 0}
        waiting={steady.waiting}
        withdrawn={test.withdrawn}
      />
      {recordings.length === 0 ? (
        <NothingFound title="No recording fits this filter" />
      ) : (
        <Rows
          list={list}
          total={pages?.[0]?.total ?? 0}
          recordings={steady.items}
          listeners={steady.listeners}
          entryOf={(recording) => recordingEntry(test, recording)}
          hrefOf={({ address }) => recordingHref(address, listView)}
        />
      )}
    </>
  );
}

const keyOf = ({ id }: Recording) => id;

/** Requests the list again when the test changes, because its task and goal are part of every row. */
function useRefreshOnTestChange({ _id, updatedAt }: TestOverview): void {
  const queryClient = useQueryClient();
  const lastUpdatedAt = useRef(updatedAt);
  useEffect(() => {
    if (lastUpdatedAt.current === updatedAt) return;
    lastUpdatedAt.current = updatedAt;
    void queryClient.invalidateQueries({ queryKey: recordingsKey(_id) });
  }, [updatedAt, _id, queryClient]);
}

interface RowsProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  total: number;
  recordings: readonly Recording[];
  listeners: ReturnType<typeof useSteadyList>['listeners'];
  entryOf: (recording: Recording) => RecordingEntry;
  hrefOf: (entry: RecordingEntry) => string;
}

/** Height of a row with columns, in pixels; other rows are measured. */
const ROW_HEIGHT_PX = 64;

function Rows({ list, total, recordings, listeners, entryOf, hrefOf }: RowsProps) {
  const mayChange = useMayChange();
  const deletion = useDeleteRecording();
  return (
    <>
      <div className="@container">
        <RecordingColumns />
        <LongList
          aria-label="Recordings"
          className={rowsStyle}
          items={recordings}
          total={total}
          keyOf={keyOf}
          itemHeight={ROW_HEIGHT_PX}
          itemOf={(recording, place) => {
            const entry = entryOf(recording);
            return (
              <RecordingRow
                key={recording.id}
                entry={entry}
                href={hrefOf(entry)}
                onDelete={mayChange ? deletion.ask : null}
                {...place}
              />
            );
          }}
          {...listeners}
        />
      </div>
      <LoadMore
        hasMore={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onLoad={() => void list.fetchNextPage()}
      />
      {deletion.dialog}
    </>
  );
}

type RecordingsListView = ReturnType<typeof useRecordingsView>;

interface ControlsProps {
  listView: RecordingsListView;
  total: number;
  waiting: number;
  withdrawn: number;
}

function Controls({ listView, total, waiting, withdrawn }: ControlsProps) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-3 print:hidden">
      <p role="status" className="text-muted text-sm tabular-nums">
        {total === 1 ? '1 recording' : `${total.toLocaleString('en')} recordings`}
        {waiting > 0 && ` · ${waiting} new, shown when you move the pointer away`}
        {withdrawn > 0 && ` · ${withdrawnText(withdrawn)}`}
      </p>
      <Select
        label="Sort by"
        hideLabel
        className="w-44 shrink-0"
        options={recordingSort.options.map((sort) => ({ value: sort, label: sortLabels[sort] }))}
        value={listView.view.sort}
        onChange={(event) => listView.setSort(recordingSort.parse(event.target.value))}
      />
    </div>
  );
}

const sortLabels: Record<RecordingSort, string> = {
  newest: 'Newest',
  longest: 'Longest',
  misclicks: 'Most dead clicks',
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

function withdrawnText(withdrawn: number): string {
  return `${withdrawn.toLocaleString('en')} withdrawn by their participants`;
}

function NoRecordings({ test }: { test: TestOverview }) {
  return (
    <EmptyState
      illustration={<WaitingIllustration />}
      title="Still waiting for the recording to show up!"
      action={<CopyButton text={test.link} label="Copy link" variant="primary" />}
    >
      {test.closed
        ? 'This test is closed. Open it in Settings, then invite participants.'
        : 'Invite participants with this link. Recordings appear here when they start.'}
      {test.withdrawn > 0 && <p className="mt-2 tabular-nums">{withdrawnText(test.withdrawn)}</p>}
    </EmptyState>
  );
}

const FIRST_SORT: RecordingSort = 'newest';

/** Filter and order of the recordings. They are part of the address, so a reload or a link shows the same list. */
function useRecordingsView() {
  const [params, setParams] = useSearchParams();
  const { filter } = useResultFilter();
  const sort = recordingSort.safeParse(params.get('sort')).data ?? FIRST_SORT;
  const view: RecordingsView = { filter: filterQuery(filter), sort };
  const setSort = (next: RecordingSort) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === FIRST_SORT) after.delete('sort');
        else after.set('sort', next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    view,
    filter,
    isFiltered: selectsPeople(filter) || filter.revision !== undefined,
    setSort,
  };
}
