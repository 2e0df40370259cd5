// The workspace's tests, newest first, a page at a time; searched on the server.
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { tests } from '#contract/tests.api.ts';
import type { Test } from '#contract/tests.ts';
import { testsKey } from '#web/entities/test/tests.query.ts';
import { call } from '#web/lib/api.ts';

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
    queryKey: [...testsKey, 'list', search],
    queryFn: ({ pageParam, signal }) => readPage(search, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // While a search runs, what was found before stays in view.
    placeholderData: keepPreviousData,
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
