// Queries of recordings: the list of a test, one recording, its video's presence, its heatmaps.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { LIST_IDS_MAX } from '#contract/limits.ts';
import { type RecordingAddress, splitUserTimestamp } from '#contract/paths.ts';
import type { RecordingSort } from '#contract/recording-list.ts';
import { recordings } from '#contract/recordings.api.ts';
import type { RecordingDetail, RecordingRow } from '#contract/recordings.ts';
import type { resultFilter } from '#contract/result-filter.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { testQuery } from '#web/entities/test/test.query.ts';
import type { LiveList, SortedItem } from '#web/entities/updates/live-list.ts';
import { call } from '#web/lib/api.ts';
import { callAddress } from '#web/lib/call-address.ts';
import { presenceOf, silentAtMs } from './running.tsx';

/** While a session runs its page is read again this often: a piece of video arrives every second. */
const RUNNING_REFETCH_MS = 3000;

/** Parts of an address that decide. The participant's name in it may be missing or outdated. */
function idsOf({ testId, userTimestamp }: RecordingAddress) {
  return [testId, splitUserTimestamp(userTimestamp)?.timestampMs ?? userTimestamp];
}

/** @param within its place and its neighbours are among these recordings; without it among all */
export function recordingQuery(address: RecordingAddress, within?: RecordingsView) {
  const key = [...queryKeys.recording.key, ...idsOf(address)];
  return queryOptions({
    queryKey: within ? [...key, within] : key,
    queryFn: ({ signal }) => {
      const query = within ? { ...within.filter, sort: within.sort } : {};
      return call(recordings.get, { params: address, query, signal });
    },
    refetchInterval: ({ state }) =>
      state.data && isGrowing(state.data) && state.status === 'success'
        ? RUNNING_REFETCH_MS
        : false,
  });
}

/**
 * Updates announce a recording's first piece, its end and the return of a silent one; the pieces in
 * between are polled.
 */
function isGrowing(recording: RecordingDetail): boolean {
  return presenceOf(recording) === 'live' && !isAwaited(recording);
}

/** A session that has begun, but whose first piece has not arrived. */
export function isAwaited({ state, durationMs }: RecordingDetail): boolean {
  return state === 'receiving' && durationMs === null;
}

/**
 * Asks for the video's head before its bytes (section 7), so that a missing one shows at once; by the
 * page's own address, so that it need not wait for the recording's answer.
 */
export function videoQuery(address: RecordingAddress) {
  return queryOptions({
    queryKey: [...queryKeys.recordingVideo.key, ...idsOf(address)],
    queryFn: async ({ signal }) => {
      const response = await fetch(callAddress(recordings.video, { params: address }), {
        method: 'HEAD',
        credentials: 'same-origin',
        signal,
      });
      if (!response.ok) throw new Error(`The video answered ${response.status}.`);
      return true;
    },
    retry: false,
  });
}

/** Asks for the video of a known recording: that of a running session may be seconds away. */
export function recordingVideoQuery(address: RecordingAddress, recording: RecordingDetail) {
  return queryOptions({
    ...videoQuery(address),
    enabled: !isAwaited(recording) && !recording.withoutVideo,
    refetchInterval: ({ state }) =>
      recording.state === 'receiving' && state.status === 'error' ? RUNNING_REFETCH_MS : false,
  });
}

export function heatmapsQuery(address: RecordingAddress) {
  return queryOptions({
    queryKey: [...queryKeys.heatmaps.key, ...idsOf(address)],
    queryFn: ({ signal }) => call(recordings.heatmaps, { params: address, signal }),
  });
}

/** A screenful or two; what follows comes in larger pages, so that thousands are there after a few. */
const PAGE_RECORDINGS = 30;
const NEXT_PAGE_RECORDINGS = 170;

export interface RecordingsView {
  /** Filter in the form of the calls; empty for all recordings. */
  filter: z.input<typeof resultFilter>;
  sort: RecordingSort;
}

/** A row of the list, with when it may be silent. */
export type ListedRecording = RecordingRow & SortedItem & { silentAtMs: number | null };

/** Key of all lists of a test's recordings, for any filter. */
export const recordingsKey = (testId: string) => [...testQuery(testId).queryKey, 'recordings'];

/** The members' own tries of a test. */
export function pilotsQuery(testId: string) {
  return queryOptions({
    queryKey: [...testQuery(testId).queryKey, 'pilots'],
    queryFn: async ({ signal }) => {
      const query = { limit: LIST_IDS_MAX, pilots: 'true' as const };
      const { items } = await call(recordings.list, { params: { id: testId }, query, signal });
      return items.map((row) => ({ ...row, silentAtMs: null }));
    },
  });
}

/** Recordings of a test, a page at a time; changed ones are requested by id. */
export function recordingsQuery(testId: string, { filter, sort }: RecordingsView) {
  const read = async (
    selection: { ids: string } | { limit: number; cursor?: string },
    signal?: AbortSignal,
  ) => {
    const query = { limit: LIST_IDS_MAX, ...filter, sort, ...selection };
    const page = await call(recordings.list, {
      params: { id: testId },
      query,
      ...(signal && { signal }),
    });
    const nowMs = Date.now();
    const items = page.items.map((row) => ({ ...row, silentAtMs: silentAtMs(row, nowMs) }));
    return { ...page, items };
  };
  const live: LiveList<ListedRecording> = {
    idOf: ({ id }) => id,
    staleAtMs: (row) => row.silentAtMs,
    read: (ids) => read({ ids: ids.join() }),
  };
  return infiniteQueryOptions({
    queryKey: [...recordingsKey(testId), filter, sort],
    queryFn: ({ pageParam, signal }) =>
      read(
        pageParam === null
          ? { limit: PAGE_RECORDINGS }
          : { limit: NEXT_PAGE_RECORDINGS, cursor: pageParam },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    // While a search runs, what was found before stays in view.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { live },
  });
}
