// Tests as the dashboard, the forms and the detail page read them: the list, one test, its settings.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { tests } from '#contract/tests.api.ts';
import type { Test } from '#contract/tests.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { untilSilentMs } from '#web/entities/recording/running.ts';
import { call } from '#web/lib/api.ts';

export function testQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.test.key, id],
    queryFn: ({ signal }) => call(tests.get, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      untilSilentMs(state.data?.recordings_info ?? [], state.dataUpdatedAt),
  });
}

/** What a test asked at which time. */
export function revisionsQuery(id: string) {
  return queryOptions({
    queryKey: [...testQuery(id).queryKey, 'revisions'],
    queryFn: ({ signal }) => call(tests.revisions, { params: { id }, signal }),
  });
}

/** When a test takes submissions, as stored. */
export function settingsQuery(id: string) {
  return queryOptions({
    queryKey: [...testQuery(id).queryKey, 'settings'],
    queryFn: ({ signal }) => call(tests.settings, { params: { id }, signal }),
  });
}

/** Full rows in two and in three columns. */
const PAGE_TESTS = 24;

interface TestPage {
  items: Test[];
  nextCursor: string | null;
  total: number;
}

/** @param search text that the names must contain; empty: all tests. */
export function testListQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.testList.key, search],
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // While a search runs, what was found before stays in view.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      untilSilentMs(
        state.data?.pages.flatMap(({ items }) => items.flatMap((test) => test.recordings_info)) ??
          [],
        state.dataUpdatedAt,
      ),
  });
}

async function readPage(
  search: string,
  cursor: string | null,
  signal: AbortSignal,
): Promise<TestPage> {
  const query = {
    limit: PAGE_TESTS,
    ...(search === '' ? {} : { search }),
    ...(cursor === null ? {} : { cursor }),
  };
  const answer = await call(tests.list, { query, signal });
  // The plain list is for calls without paging parameters; it would be all there is.
  return Array.isArray(answer) ? { items: answer, nextCursor: null, total: answer.length } : answer;
}
