// Clips as the browser has them: lists of a test, one clip, and what makes and changes one.
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { clips } from '#contract/clips.api.ts';
import { type Clip, type ClipInput, clip as clipSchema } from '#contract/clips.ts';
import type { ClipId, TestId } from '#contract/ids.ts';
import {
  presentOf,
  recordingNotesQuery,
  type SessionOfNotes,
  withOne,
} from '#web/entities/note/note.query.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { useCall } from '#web/lib/use-call.ts';

/** The filter of results, and tag, person, author and search of the clips themselves. */
export type ClipsFilter = Omit<z.input<typeof clips.list.query>, 'cursor' | 'limit'>;

/** A test's clips, the newest first, a page at a time. */
export function clipsQuery(testId: TestId, filter: ClipsFilter) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.clips.key, testId, 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return call(clips.list, { params: { id: testId }, query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** The newest clips of a test, those with these words in their title or person's name. */
export function newestClipsQuery(
  testId: TestId,
  { search, most }: { search: string; most: number },
) {
  const query = { limit: most, ...(search === '' ? {} : { search }) };
  return queryOptions({
    queryKey: [...queryKeys.clips.key, testId, 'newest', query],
    queryFn: ({ signal }) => call(clips.list, { params: { id: testId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** One clip, as a link for viewing shows it. */
export function clipQuery(testId: TestId, clipId: ClipId) {
  return queryOptions({
    queryKey: [...queryKeys.clips.key, testId, 'one', clipId],
    queryFn: ({ signal }) => call(clips.get, { params: { clipId }, signal }),
  });
}

/** Tags and people that the test's clips have. */
export function clipChoicesQuery(testId: TestId) {
  return queryOptions({
    queryKey: [...queryKeys.clips.key, testId, 'choices'],
    queryFn: ({ signal }) => call(clips.choices, { params: { id: testId }, signal }),
  });
}

/** Ends and title to store, for a new clip or for a version that the person has seen. */
export type ClipDraft = ClipInput & { seen: Pick<Clip, 'id' | 'version'> | null };

/** Makes a clip of a recording, or changes one. After a conflict the recording's list holds the clip of the other. */
export function useMakeClip(of: SessionOfNotes) {
  const client = useQueryClient();
  const { testId, sessionId } = of;
  return useCall(
    ({ seen, ...body }: ClipDraft) =>
      seen === null
        ? call(clips.create, { params: { sessionId }, body })
        : call(clips.change, {
            params: { clipId: seen.id },
            body: { ...body, version: seen.version },
          }),
    {
      makesStale: staleByClips(testId),
      onSuccess: (saved) => putClip(client, of, saved),
      onFailure: (_, error) => {
        const theirs = presentOf(error, clipSchema);
        if (theirs) putClip(client, of, theirs);
      },
    },
  );
}

/** Lists of clips, and the notes and clips of recordings. */
export const staleByClips = (testId: TestId) =>
  [queryKeys.clips, queryKeys.notes].map(({ key }) => [...key, testId]);

function putClip(client: QueryClient, of: SessionOfNotes, saved: Clip): void {
  client.setQueryData(
    recordingNotesQuery(of).queryKey,
    (data) => data && { ...data, clips: withOne(data.clips, saved, ({ fromMs }) => fromMs) },
  );
}
