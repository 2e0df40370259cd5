// Which recordings the tab lists and in which order, kept in the address: a reload or a link finds the same.
import { useSearchParams } from 'react-router';
import { type RecordingSort, recordingSort } from '#contract/recording-list.ts';
import type { RecordingsView } from '#web/entities/recording/recording.query.ts';
import { filterQuery } from '#web/entities/results/filter.ts';
import { useResultFilter } from '#web/entities/results/use-filter.ts';

const FIRST_SORT: RecordingSort = 'newest';

export function useRecordingsView() {
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
  return { view, filter, isFiltered: Object.keys(filter).length > 0, setSort };
}
