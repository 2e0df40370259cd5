// A test's recordings, newest first, a page at a time.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { recordings } from '#contract/recordings.api.ts';
import { testQuery } from '#web/entities/test/tests.query.ts';
import { call } from '#web/lib/api.ts';

/** A screenful or two. */
const PAGE_RECORDINGS = 30;

export function recordingsQuery(testId: string) {
  return infiniteQueryOptions({
    queryKey: [...testQuery(testId).queryKey, 'recordings'],
    queryFn: ({ pageParam, signal }) =>
      call(recordings.list, {
        params: { id: testId },
        query: { limit: PAGE_RECORDINGS, ...(pageParam === null ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}
