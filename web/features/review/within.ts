// The recordings among which the page's own stands: those of the filter and the order in its address.
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { recordingSort } from '#contract/recording-list.ts';
import type { RecordingsView } from '#web/entities/recording/recording.query.ts';
import { filterQuery, queryOf, readFilter } from '#web/entities/results/filter.ts';
import { pages } from '#web/lib/pages.ts';

export function useListInView(): RecordingsView {
  const [params] = useSearchParams();
  const filter = JSON.stringify(filterQuery(readFilter(params).filter));
  const sort = recordingSort.safeParse(params.get('sort')).data ?? 'newest';
  return useMemo(() => ({ filter: JSON.parse(filter), sort }), [filter, sort]);
}

/** What an address needs to keep them. */
export function keptOf({ filter, sort }: RecordingsView): Record<string, string> {
  return { ...queryOf(filter), ...(sort === 'newest' ? {} : { sort }) };
}

/** The test's page with that filter. */
export function testTabHref(testId: string, within: RecordingsView, tab?: 'recordings'): string {
  const params = new URLSearchParams({ ...(tab ? { tab } : {}), ...keptOf(within) });
  const href = pages.test.href(testId);
  return params.size > 0 ? `${href}?${params}` : href;
}
