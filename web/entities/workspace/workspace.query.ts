// What is asked of workspaces: which there are, what one has stored, its token for the design tool.

import { queryOptions } from '@tanstack/react-query';
import { designToken } from '#contract/design-token.api.ts';
import { retention } from '#contract/retention.api.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';

/** The server adds up as often. */
const FRESH_MS = 5000;

/** What the workspace has stored, and whether new recordings may begin. */
export const storageQuery = queryOptions({
  queryKey: queryKeys.storage.key,
  queryFn: ({ signal }) => call(workspaces.storage, { signal }),
  staleTime: FRESH_MS,
  refetchInterval: ({ state }) => (state.data?.deletingSessions ? FRESH_MS : false),
});

const HOUR_MS = 3_600_000;

/** For how long recordings are kept, and what is deleted within the next week. */
export const retentionQuery = queryOptions({
  queryKey: queryKeys.retention.key,
  queryFn: ({ signal }) => call(retention.get, { signal }),
  staleTime: HOUR_MS,
});

/** What the rule has deleted. */
export const retentionLogQuery = queryOptions({
  queryKey: [...queryKeys.retention.key, 'log'],
  queryFn: ({ signal }) => call(retention.log, { signal }),
});

/** Whether the workspace has a token of its own, as asked for by its card in the settings. */
export const designTokenQuery = queryOptions({
  queryKey: queryKeys.designToken.key,
  queryFn: ({ signal }) => call(designToken.get, { signal }),
});

/** The workspaces that the person is in. */
export const workspacesQuery = queryOptions({
  queryKey: queryKeys.workspaces.key,
  queryFn: ({ signal }) => call(workspaces.list, { signal }),
});
