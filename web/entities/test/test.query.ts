// Tests as the dashboard, the forms and the detail page read them: the list, one test, its settings.

import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TestSort, TestState } from '#contract/test-list.ts';
import type { TestSummary } from '#contract/test-summary.ts';
import { tests } from '#contract/tests.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { untilSilentMs } from '#web/entities/recording/running.ts';
import { call } from '#web/lib/api.ts';

export function testQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.test.key, id],
    queryFn: ({ signal }) => call(tests.overview, { params: { id }, signal }),
    refetchInterval: ({ state }) =>
      untilSilentMs(state.data ? [state.data.running] : [], state.dataUpdatedAt),
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

/** Full rows in two, three and four columns; what follows comes in larger pages, so that 3,000 are there after a few. */
const PAGE_TESTS = 24;
const NEXT_PAGE_TESTS = 96;

interface TestPage {
  items: TestSummary[];
  nextCursor: string | null;
  total: number;
}

export interface TestView {
  /** Text that the names must contain; empty: of all. */
  search: string;
  /** Null: all. */
  state: TestState | null;
  sort: TestSort;
}

export function testListQuery(view: TestView) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.testList.key, view],
    queryFn: ({ pageParam, signal }) => readPage(view, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // While a search runs, what was found before stays in view.
    placeholderData: keepPreviousData,
    select: listed,
    refetchInterval: ({ state }) =>
      untilSilentMs(
        state.data?.pages.flatMap(({ items }) => items.map((test) => test.running)) ?? [],
        state.dataUpdatedAt,
      ),
  });
}

interface ListedTests {
  pages: readonly TestPage[];
}

/** A test that changed its place between two pages may be in both: it stands where it came first. */
function listed({ pages }: ListedTests): TestSummary[] {
  return [...new Map(pages.flatMap(({ items }) => items.map((test) => [test._id, test]))).values()];
}

/** For `select` where no test is shown: how many there are on all pages. */
export function totalOf({ pages }: ListedTests): number {
  return pages[0]?.total ?? 0;
}

async function readPage(
  { search, state, sort }: TestView,
  cursor: string | null,
  signal: AbortSignal,
): Promise<TestPage> {
  const query = {
    sort,
    since: new Date(new Date().setHours(0, 0, 0, 0)).toISOString(),
    limit: cursor === null ? PAGE_TESTS : NEXT_PAGE_TESTS,
    ...(state === null ? {} : { state }),
    ...(search === '' ? {} : { search }),
    ...(cursor === null ? {} : { cursor }),
  };
  const answer = await call(tests.list, { query, signal });
  // The plain list is for calls without parameters.
  if (Array.isArray(answer)) throw new Error('A plain list came in place of a page.');
  return answer;
}
