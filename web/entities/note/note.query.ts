// Notes as the browser has them: those of a recording with its clips, and what writes and changes one.
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import type { SessionId, TestId } from '#contract/ids.ts';
import { notes } from '#contract/notes.api.ts';
import { type Note, type NoteInput, note as noteSchema } from '#contract/notes.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { useCall } from '#web/lib/use-call.ts';

/** Session of the notes and clips. */
export interface SessionOfNotes {
  testId: TestId;
  sessionId: SessionId;
}

/** Notes and clips of a recording; those of others arrive while it is in view. */
export function recordingNotesQuery({ testId, sessionId }: SessionOfNotes) {
  return queryOptions({
    queryKey: [...queryKeys.notes.key, testId, sessionId],
    queryFn: ({ signal }) => call(notes.ofRecording, { params: { sessionId }, signal }),
  });
}

/** The newest notes of a test, those with these words in their text or person's name. */
export function newestNotesQuery(
  testId: TestId,
  { search, most }: { search: string; most: number },
) {
  const query = { limit: most, ...(search === '' ? {} : { search }) };
  return queryOptions({
    queryKey: [...queryKeys.notes.key, testId, 'newest', query],
    queryFn: ({ signal }) => call(notes.list, { params: { id: testId }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Text to store, for a new note or for a version that the person has seen. */
export type NoteChange = NoteInput & { seen: Pick<Note, 'id' | 'version'> | null };

/** After a conflict the list holds the note of the other, so that both texts can be shown. */
export function useSaveNote(of: SessionOfNotes) {
  const client = useQueryClient();
  return useCall(
    ({ seen, atMs, text }: NoteChange) =>
      seen === null
        ? call(notes.create, { params: { sessionId: of.sessionId }, body: { atMs, text } })
        : call(notes.change, {
            params: { noteId: seen.id },
            body: { text, version: seen.version },
          }),
    {
      makesStale: [[...queryKeys.notes.key, of.testId]],
      onSuccess: (saved) => putNote(client, of, saved),
      onFailure: (_, error) => {
        const theirs = presentOf(error, noteSchema);
        if (theirs) putNote(client, of, theirs);
      },
    },
  );
}

function putNote(client: QueryClient, of: SessionOfNotes, saved: Note): void {
  client.setQueryData(
    recordingNotesQuery(of).queryKey,
    (data) => data && { ...data, notes: withOne(data.notes, saved, ({ atMs }) => atMs) },
  );
}

/** A list with one item in its place by time, new or in place of its former self. */
export function withOne<Item extends { id: string }>(
  items: readonly Item[],
  one: Item,
  atMs: (item: Item) => number,
): Item[] {
  return [...items.filter(({ id }) => id !== one.id), one].toSorted((a, b) => atMs(a) - atMs(b));
}

/**
 * Returns the current state from the answer to a rejected change, if another member changed it
 * first; undefined for other failures.
 */
export function presentOf<T>(
  error: unknown,
  schema: { safeParse(value: unknown): { data?: T } },
): T | undefined {
  if (!(error instanceof ApiError && error.code === 'changed_meanwhile')) return undefined;
  return schema.safeParse(error.present).data;
}
