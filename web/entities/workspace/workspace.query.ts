// Queries of workspaces: their list, the stored bytes of one, its retention.

import { queryOptions } from '@tanstack/react-query';
import { retention } from '#contract/retention.api.ts';
import { workspaces } from '#contract/workspaces.api.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';

/** The server adds up as often. */
const FRESH_MS = 5000;

/** Stored bytes of the workspace, and the permission to start new recordings. */
export const storageQuery = queryOptions({
  queryKey: queryKeys.storage.key,
  queryFn: ({ signal }) => call(workspaces.storage, { signal }),
  staleTime: FRESH_MS,
  refetchInterval: ({ state }) => (state.data?.deletingSessions ? FRESH_MS : false),
});

const HOUR_MS = 3_600_000;

/** Retention time of recordings, and the deletions of the next week. */
export const retentionQuery = queryOptions({
  queryKey: queryKeys.retention.key,
  queryFn: ({ signal }) => call(retention.get, { signal }),
  staleTime: HOUR_MS,
});

/** Deletions by the retention rule. */
export const retentionLogQuery = queryOptions({
  queryKey: [...queryKeys.retention.key, 'log'],
  queryFn: ({ signal }) => call(retention.log, { signal }),
});

/** The workspaces that the person is in. */
export const workspacesQuery = queryOptions({
  queryKey: queryKeys.workspaces.key,
  queryFn: ({ signal }) => call(workspaces.list, { signal }),
});
