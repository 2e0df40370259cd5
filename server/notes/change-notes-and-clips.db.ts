// Creates, lists, changes and deletes notes and clips, for their two services. A change names the version that its author
// saw, so that two people who change the same one lose nothing.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { ClipId, NoteId, SessionId, UserId } from '#contract/ids.ts';
import { END_SLACK_MS, RUNNING_SLACK_MS } from '#contract/limits.ts';
import type { notesAndClipsQuery } from '#contract/notes.ts';
import { resultsOf } from '#server/filters/people-filter.read.ts';
import type { Authorized, RecordingRef, TestRef } from '#server/platform/access/authorized.ts';
import type { Database } from '#server/platform/db/database.ts';
import { cutPage } from '#server/platform/db/lists.ts';
import { changeVersioned, deleteVersioned } from '#server/versions/versioned-rows.db.ts';
import type { NoteOrClipRows, NoteOrClipTable } from './note-or-clip-row.rules.ts';
import {
  countNotesAndClips,
  insertNoteOrClip,
  type RunRef,
  readEnd,
  readPage,
  requireNoteOrClip,
} from './notes-and-clips.db.ts';

/** A note or a clip that the caller's workspace owns, with its recording. */
export type NoteOrClipRef<Id extends NoteId | ClipId = NoteId | ClipId> = Authorized<
  RecordingRef & { id: Id }
>;
/** A note or a clip, with the step whose outcome pages show beside it. */
type RunOfNoteOrClipRef<T extends NoteOrClipTable> = NoteOrClipRef<NoteOrClipRows[T]['id']> &
  Pick<RunRef, 'step'>;
type Values = Parameters<typeof insertNoteOrClip>[2]['values'];

/**
 * Returns a time within a recording. A time shortly after the end becomes the end. A running recording accepts it
 * unchanged, because more of it will arrive.
 * @param field name of the input's field, for the error
 * @throws AppError bad_input
 */
export async function timeWithin(
  db: Database,
  sessionId: SessionId,
  [field, atMs]: [field: string, atMs: number],
): Promise<number> {
  const end = await readEnd(db, sessionId);
  if (end === null) throw badTime(field, 'Nothing of this recording can be watched yet.');
  const { endMs, isRunning } = end;
  if (atMs > endMs + (isRunning ? RUNNING_SLACK_MS : END_SLACK_MS)) {
    const verb = isRunning ? 'has come to' : 'ends after';
    throw badTime(field, `This recording ${verb} ${(endMs / 1000).toFixed(1)} seconds.`);
  }
  return isRunning ? atMs : Math.min(atMs, Math.floor(endMs));
}

export function badTime(field: string, sentence: string): AppError {
  return new AppError('bad_input', { fields: { [field]: sentence } });
}

/** @throws AppError recording_full; not_found if the recording was deleted meanwhile */
export async function addNoteOrClip<T extends NoteOrClipTable>(
  db: Database,
  table: T,
  { ref, by, values }: { ref: RunRef; by: UserId; values: Values },
): Promise<NoteOrClipRows[T]> {
  const id = await insertNoteOrClip(db, table, { sessionId: ref.sessionId, by, values });
  if (id === null) throw new AppError('recording_full');
  return await requireNoteOrClip(db, table, { run: ref, id });
}

interface Change<T extends NoteOrClipTable> {
  /** The version that its author saw. */
  version: number;
  by: UserId;
  values: Values;
  /** Converts a row to the call's answer. */
  answer: (row: NoteOrClipRows[T]) => object;
}

/**
 * Stores a change. A repeated change with the same values succeeds, for example after a lost answer.
 * @throws AppError changed_meanwhile with the present note or clip; not_found
 */
export async function changeNoteOrClip<T extends NoteOrClipTable>(
  db: Database,
  table: T,
  { ref, version, by, values, answer }: Change<T> & { ref: RunOfNoteOrClipRef<T> },
): Promise<NoteOrClipRows[T]> {
  const present = await requireNoteOrClip(db, table, { run: ref, id: ref.id });
  const isSame = Object.entries(values).every(([column, value]) =>
    isDeepStrictEqual(present[column as keyof NoteOrClipRows[T]], value),
  );
  if (isSame) return present;
  const { id } = ref;
  const isDone =
    present.version === version && (await changeVersioned(db, table, { id, version, by, values }));
  const now = await requireNoteOrClip(db, table, { run: ref, id: ref.id });
  if (!isDone) throw new AppError('changed_meanwhile', { present: answer(now) });
  return now;
}

/** @throws AppError changed_meanwhile with the present note or clip; not_found */
export async function removeNoteOrClip<T extends NoteOrClipTable>(
  db: Database,
  table: T,
  { ref, version, answer }: Pick<Change<T>, 'version' | 'answer'> & { ref: RunOfNoteOrClipRef<T> },
): Promise<void> {
  if (await deleteVersioned(db, table, { id: ref.id, version })) return;
  const present = answer(await requireNoteOrClip(db, table, { run: ref, id: ref.id }));
  throw new AppError('changed_meanwhile', { present });
}

type NotesAndClipsQuery = z.output<ReturnType<typeof notesAndClipsQuery>>;

/** Returns a page of a test's notes or clips. Without a revision in the filter, the page covers all revisions. */
export async function listNotesOrClips<T extends NoteOrClipTable, Item>(
  db: Database,
  table: T,
  {
    test,
    query,
    item,
  }: {
    test: Authorized<TestRef> & Pick<RunRef, 'step'>;
    query: NotesAndClipsQuery;
    item: (row: NoteOrClipRows[T]) => Item;
  },
) {
  const { cursor, limit, search, tag: tags, person, author, ...filter } = query;
  const of = await resultsOf(db, test, { revision: 'all', ...filter });
  const conditions = { of, tags, person, author, search: search?.trim() };
  const page = await cutPage(limit === undefined ? {} : { limit }, async (items) => {
    const rows = await readPage(db, table, { ...conditions, after: cursor || null, limit: items });
    return rows.map((row) => ({ item: item(row), cursor: row.id }));
  });
  return { ...page, total: await countNotesAndClips(db, table, conditions) };
}
