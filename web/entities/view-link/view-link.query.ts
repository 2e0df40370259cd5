// Links for viewing: the lists for members, and the state for a visitor's page.
import { queryOptions } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import { viewLinks, views } from '#contract/view-links.api.ts';
import type { OpenedView, ViewedThing } from '#contract/view-links.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { showsStretches } from './viewing.ts';

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

/** Clips of a thing that visitors of a link could not play; looked up each time a link is about to be made. */
export function unplayableClipsQuery(testId: TestId, thing: ViewedThing) {
  const query = {
    ...(thing.kind === 'reel' && { reelId: thing.reelId }),
    ...(thing.kind === 'clip' && { clipId: thing.clipId }),
  };
  return queryOptions({
    queryKey: [...queryKeys.clips.key, testId, 'unplayable', query],
    queryFn: ({ signal }) => call(viewLinks.unplayable, { params: { id: testId }, query, signal }),
    enabled: showsStretches({ thing }),
    staleTime: 0,
  });
}

/** Longest time until an open page shows the end of its link. */
const STATE_MS = 3000;

export function viewStateQuery(view: OpenedView) {
  return queryOptions({
    queryKey: [...queryKeys.viewState.key, view._id],
    queryFn: ({ signal }) => call(views.state, { params: { viewLinkId: view._id }, signal }),
    refetchInterval: STATE_MS,
    staleTime: 0,
  });
}
