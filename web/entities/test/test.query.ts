// Tests as the dashboard, the forms and the detail page read them: the list, one test, its settings.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { LIST_IDS_MAX } from '#contract/limits.ts';
import type { TestSort, TestState } from '#contract/test-list.ts';
import type { TestSummary } from '#contract/test-summary.ts';
import { tests } from '#contract/tests.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { silentAtMs, untilSilentMs } from '#web/entities/recording/running.tsx';
import type { ListPage, LiveList, SortedItem } from '#web/entities/updates/live-list.ts';
import { call } from '#web/lib/api.ts';

export function testQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.test.key, id],
    queryFn: ({ signal }) => call(tests.overview, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      untilSilentMs(state.data ? [state.data.running] : [], state.dataUpdatedAt),
  });
}

/** Revisions of a test, with their times. */
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

/** Full rows in two, three and four columns; what follows comes in larger pages, so that 3,000 are there after a few. */
const PAGE_TESTS = 24;
const NEXT_PAGE_TESTS = 96;

/** A test of the list, with when one of its live recordings may be silent. */
export type ListedTest = TestSummary & SortedItem & { silentAtMs: number | null };

export interface TestView {
  /** Text that the names must contain; empty: of all. */
  search: string;
  /** State to filter by, or null for all. */
  state: TestState | null;
  sort: TestSort;
}

/** The tests, a page at a time; changed ones are requested by id. */
export function testListQuery(view: TestView) {
  const live: LiveList<ListedTest> = {
    idOf: ({ _id }) => _id,
    staleAtMs: (test) => test.silentAtMs,
    read: (ids) => readPage(view, { ids: ids.join(), limit: LIST_IDS_MAX }),
  };
  return infiniteQueryOptions({
    queryKey: [...queryKeys.testList.key, view],
    queryFn: ({ pageParam, signal }) =>
      readPage(
        view,
        pageParam === null ? { limit: PAGE_TESTS } : { limit: NEXT_PAGE_TESTS, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // While a search runs, what was found before stays in view.
    placeholderData: keepPreviousData,
    select: listed,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { live },
  });
}

/** Tests with which members begin others, by name; as many as a menu holds. */
export const templateListQuery = queryOptions({
  queryKey: queryKeys.templates.key,
  queryFn: async ({ signal }) => {
    const query = { state: 'template', sort: 'name', limit: TEMPLATES_LISTED } as const;
    const answer = await call(tests.list, { query, signal });
    return Array.isArray(answer) ? [] : answer.items.map(({ _id, name }) => ({ _id, name }));
  },
});
const TEMPLATES_LISTED = 100;

interface ListedTests {
  pages: readonly ListPage<ListedTest>[];
}

/** A test that moved between two pages may be in both; its first place counts. */
function listed({ pages }: ListedTests): ListedTest[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((test) => [test._id, test]))).values()];
}

/** For `select` where no test is shown: how many there are on all pages. */
export function totalOf({ pages }: ListedTests): number {
  return pages[0]?.total ?? 0;
}

type TestSelection = { limit: number } & ({ ids: string } | { cursor?: string });

async function readPage(
  { search, state, sort }: TestView,
  selection: TestSelection,
  signal?: AbortSignal,
): Promise<ListPage<ListedTest>> {
  const query = {
    sort,
    since: new Date(new Date().setHours(0, 0, 0, 0)).toISOString(),
    ...(state === null ? {} : { state }),
    ...(search === '' ? {} : { search }),
    ...selection,
  };
  const answer = await call(tests.list, { query, ...(signal && { signal }) });
  // The plain list is for calls without parameters.
  if (Array.isArray(answer)) throw new Error('A plain list came in place of a page.');
  const nowMs = Date.now();
  const items = answer.items.map((test) => ({
    ...test,
    silentAtMs: silentAtMs(test.running, nowMs),
  }));
  return { ...answer, items };
}
