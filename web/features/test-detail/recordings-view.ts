// Which recordings the tab lists and in which order, kept in the address: a reload or a link finds the same.
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type RecordingSort, recordingSort } from '#contract/recording-list.ts';
import type { RecordingsView } from '#web/entities/recording/recording.query.ts';

const FIRST_SORT: RecordingSort = 'newest';

export function useRecordingsView() {
  const [params, setParams] = useSearchParams();
  const text = params.get('text') ?? '';
  const sort = recordingSort.safeParse(params.get('sort')).data ?? FIRST_SORT;
  const view: RecordingsView = { filter: text === '' ? {} : { text }, sort };
  const setText = useCallback(
    (next: string) => setParams((before) => withParam(before, 'text', next), inPlace),
    [setParams],
  );
  return {
    view,
    text,
    isFiltered: Object.keys(view.filter).length > 0,
    setText,
    setSort: (next: RecordingSort) =>
      setParams((before) => withParam(before, 'sort', next === FIRST_SORT ? '' : next), inPlace),
  };
}

/** '' takes the parameter away. */
function withParam(params: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

const inPlace = { replace: true, preventScrollReset: true };
