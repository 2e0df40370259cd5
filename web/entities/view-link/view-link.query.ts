// Links for viewing: the lists that members see, and the state that a visitor's page asks for.
import { queryOptions } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import { viewLinks, views } from '#contract/view-links.api.ts';
import type { OpenedView } from '#contract/view-links.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';

export const viewLinksQuery = queryOptions({
  queryKey: queryKeys.viewLinks.key,
  queryFn: ({ signal }) => call(viewLinks.list, { signal }),
});

export function testViewLinksQuery(testId: TestId) {
  return queryOptions({
    queryKey: [...queryKeys.viewLinks.key, testId],
    queryFn: ({ signal }) => call(viewLinks.ofTest, { params: { id: testId }, signal }),
  });
}

/** An open page hears within this of the end of its link. */
const STATE_MS = 3000;

export function viewStateQuery(view: OpenedView) {
  return queryOptions({
    queryKey: [...queryKeys.viewState.key, view._id],
    queryFn: ({ signal }) => call(views.state, { params: { viewLinkId: view._id }, signal }),
    refetchInterval: STATE_MS,
    staleTime: 0,
  });
}
