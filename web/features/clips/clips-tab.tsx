// All clips of a test, by the page's filter, person and words, and the reels beside them.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Download, FilePlus2, ListPlus, Trash2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Clip } from '#contract/clips.ts';
import { type ClipId, sessionId, type TestId } from '#contract/ids.ts';
import type { TestOverview } from '#contract/test-summary.ts';
import { useMayChange } from '#web/entities/account/rights.ts';
import { type ClipsFilter, clipChoicesQuery, clipsQuery } from '#web/entities/clip/clip.query.ts';
import { downloadClip } from '#web/entities/clip/clip-download.tsx';
import { AddToReportDialog } from '#web/entities/finding/add-to-report.tsx';
import { reportableClip } from '#web/entities/finding/report-place.ts';
import { filterQuery } from '#web/entities/results/filter.ts';
import { NothingFound } from '#web/entities/results/no-results.tsx';
import { useResultFilter } from '#web/entities/results/use-filter.ts';
import { deleteWithUndo, useDeletedIds, useUndoCount } from '#web/entities/undoable-deletion.ts';
import { useSearchText } from '#web/lib/search-text.ts';
import { useSteadyList } from '#web/lib/steady-list.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorView } from '#web/ui/empty-state.tsx';
import { BlankIllustration } from '#web/ui/illustrations.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { LongList } from '#web/ui/long-list.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { Select } from '#web/ui/select.tsx';
import { LoadMore, rowsStyle } from '#web/ui/surfaces.tsx';
import { AddToReel } from './add-to-reel.tsx';
import { ClipRow } from './clip-row.tsx';
import { Reels } from './reels.tsx';

/** Height of a row in one line, in pixels; taller rows are measured. */
const ROW_HEIGHT_PX = 96;

export function ClipsTab({ test }: { test: TestOverview }) {
  const view = useClipsView();
  const mayChange = useMayChange();
  const list = useInfiniteQuery(clipsQuery(test._id, view.query));
  const pages = list.data?.pages;
  const clips = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  const steady = useSteadyList(clips, {
    keyOf,
    view: JSON.stringify([view.query, useUndoCount()]),
  });
  const deletedIds = useDeletedIds();
  const items = steady.items.filter(({ id }) => !deletedIds.has(id));
  const selection = useSelection(items);
  if (list.isPending) return <LoadingClips />;
  if (list.data === undefined) {
    return (
      <ErrorView title="The clips could not be loaded" onRetry={() => void list.refetch()}>
        They are stored safely. Check your connection and try again.
      </ErrorView>
    );
  }
  const total = pages?.[0]?.total ?? 0;
  if (total === 0 && !view.isFiltered) return <NoClips />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <section aria-label="Clips of this test" className="min-w-0">
        <Controls test={test} view={view} total={total} waiting={steady.waiting} />
        {selection.clips.length > 0 && (
          <SelectionBar testId={test._id} clips={selection.clips} onClear={selection.clear} />
        )}
        {items.length === 0 ? (
          <NothingFound title="No clip fits this filter" />
        ) : (
          <LongList
            aria-label="Clips"
            className={rowsStyle}
            items={items}
            total={total}
            keyOf={keyOf}
            itemHeight={ROW_HEIGHT_PX}
            itemOf={(clip, place) => (
              <ClipRow
                key={clip.id}
                clip={clip}
                mayChange={mayChange}
                selection={mayChange ? selection.of(clip.id) : null}
                testId={test._id}
                place={place}
              />
            )}
            {...steady.listeners}
          />
        )}
        <LoadMore
          hasMore={list.hasNextPage}
          busy={list.isFetchingNextPage}
          onLoad={() => void list.fetchNextPage()}
        />
      </section>
      <Reels
        testId={test._id}
        chosen={view.reel}
        onChoose={(id) => view.set('reel', id)}
        mayChange={mayChange}
      />
    </div>
  );
}

const keyOf = ({ id }: Clip) => id;

/** Clips that a member has selected, in the order of the list; those that a filter hides are not among them. */
function useSelection(listed: readonly Clip[]) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<ClipId>>(new Set());
  const toggle = (id: ClipId) => {
    const next = new Set(selectedIds);
    if (!next.delete(id)) next.add(id);
    setSelectedIds(next);
  };
  return {
    clips: listed.filter(({ id }) => selectedIds.has(id)),
    of: (id: ClipId) => ({ isSelected: selectedIds.has(id), onToggle: () => toggle(id) }),
    clear: () => setSelectedIds(new Set()),
  };
}

interface SelectionBarProps {
  testId: TestId;
  clips: readonly Clip[];
  onClear: () => void;
}

function SelectionBar({ testId, clips, onClear }: SelectionBarProps) {
  const [isReported, setReported] = useState(false);
  const [first, ...others] = clips;
  if (first === undefined) return null;
  const deletionOf = ({ id, version }: Clip) => ({ testId, kind: 'clip' as const, id, version });
  return (
    <div className="sticky top-18 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-4 py-2 shadow-sm print:hidden">
      <p role="status" className="grow text-sm tabular-nums">
        {clips.length === 1 ? '1 clip selected' : `${clips.length} clips selected`}
      </p>
      <AddToReel
        testId={testId}
        clips={clips.map(({ id }) => id)}
        onAdded={onClear}
        trigger={
          <Button size="sm" variant="accent" icon={<ListPlus aria-hidden className="size-4" />}>
            Add to a reel
          </Button>
        }
      />
      <Button
        size="sm"
        variant="secondary"
        icon={<FilePlus2 aria-hidden className="size-4" />}
        onClick={() => setReported(true)}
      >
        Add to report
      </Button>
      <Button
        size="sm"
        variant="secondary"
        icon={<Download aria-hidden className="size-4" />}
        onClick={() => clips.forEach(downloadClip)}
      >
        Download
      </Button>
      <Button
        size="sm"
        variant="secondary"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => deleteWithUndo(deletionOf(first), ...others.map(deletionOf))}
      >
        Delete
      </Button>
      <Button size="sm" variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
      {isReported && (
        <AddToReportDialog
          testId={testId}
          {...reportableClip(first)}
          others={others.map((clip) => reportableClip(clip).evidence)}
          onClose={() => setReported(false)}
        />
      )}
    </div>
  );
}

interface ControlsProps {
  test: TestOverview;
  view: ReturnType<typeof useClipsView>;
  total: number;
  waiting: number;
}

function Controls({ test, view, total, waiting }: ControlsProps) {
  const choices = useQuery(clipChoicesQuery(test._id));
  const { people = [] } = choices.data ?? {};
  const [words, setWords] = useSearchText({ search: view.words, setSearch: view.setWords });
  return (
    <div className="mb-3 grid gap-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Search clips"
          placeholder="Search clips"
          maxLength={200}
          text={words}
          onTextChange={setWords}
          className="min-w-48 grow basis-48"
        />
        <Select
          label="Person"
          hideLabel
          className="w-44 grow sm:grow-0"
          value={view.person}
          onChange={({ target }) => view.set('person', target.value)}
          options={[
            { value: '', label: 'All people' },
            ...withSelectedOption(
              people.map(({ sessionId, participantName, count }) => ({
                value: sessionId,
                label: `${participantName} (${count})`,
              })),
              view.person,
            ),
          ]}
        />
      </div>
      <p role="status" className="text-muted text-sm tabular-nums">
        {total === 1 ? '1 clip' : `${total.toLocaleString('en')} clips`}
        {waiting > 0 && ` · ${waiting} new, shown when you move the pointer away`}
      </p>
    </div>
  );
}

/** Adds the option that the address names, even if the list does not contain it. */
function withSelectedOption(options: { value: string; label: string }[], chosen: string) {
  const isMissing = chosen !== '' && options.every(({ value }) => value !== chosen);
  return isMissing ? [...options, { value: chosen, label: chosen }] : options;
}

function NoClips() {
  return (
    <EmptyState illustration={<BlankIllustration />} title="No clips yet">
      In a recording, press <Key>I</Key> where a clip begins and <Key>O</Key> where it ends, or save
      one from the people behind any number. Clips are ready at once.
    </EmptyState>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-mono text-sm text-text">
      {children}
    </kbd>
  );
}

function LoadingClips() {
  return (
    <div role="status" aria-label="Loading clips" className="grid gap-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-24 rounded-lg" />
      ))}
    </div>
  );
}

const SEARCH_MAX_CHARACTERS = 200;

/** Names in the address; `person` is a session's id. */
type Field = 'person' | 'words' | 'reel';

/** Reads and writes the clip filter in the address: the page's filter, and the person and words of the clips. */
function useClipsView() {
  const { filter } = useResultFilter();
  const [params, setParams] = useSearchParams();
  const text = (name: Field) => params.get(name) ?? '';
  const [person, words] = [text('person'), text('words')];
  const query = useMemo(
    (): ClipsFilter => ({
      ...filterQuery(filter),
      ...(sessionId.safeParse(person).success && { person }),
      ...(words.trim() !== '' && { search: words.trim().slice(0, SEARCH_MAX_CHARACTERS) }),
    }),
    [filter, person, words],
  );
  /** An empty value removes the parameter. */
  const set = useCallback(
    (name: Field, value: string) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === '') next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  );
  const setWords = useCallback((value: string) => set('words', value), [set]);
  const isFiltered = Object.keys(query).some((name) => name !== 'revision');
  return { query, person, words, reel: text('reel'), set, setWords, isFiltered };
}
