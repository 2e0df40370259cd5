// What the workspace has stored, and whether new recordings may begin.
import { queryOptions } from '@tanstack/react-query';
import { workspaces } from '#contract/workspaces.api.ts';
import { call } from '#web/lib/api.ts';

/** The server adds up as often. */
const FRESH_MS = 5000;

export const storageQuery = queryOptions({
  queryKey: ['storage'],
  queryFn: ({ signal }) => call(workspaces.storage, { signal }),
  staleTime: FRESH_MS,
});
