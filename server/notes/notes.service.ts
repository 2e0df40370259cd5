// Notes: written at a time of a recording by members, each of whom may change them.

import type { z } from 'zod';
import type { NoteId } from '#contract/ids.ts';
import { LIST_MAX } from '#contract/limits.ts';
import type { notes } from '#contract/notes.api.ts';
import type { Note, NoteInput } from '#contract/notes.ts';
import { tagsOf } from '#contract/tags.ts';
import type { Parts } from '#server/parts.ts';
import type {
  Authorized,
  RecordingRef,
  SignIn,
  TestRef,
} from '#server/platform/access/authorized.ts';
import { atFirstTask } from '#server/revisions/first-task.read.ts';
import {
  addNoteOrClip,
  changeNoteOrClip,
  listNotesOrClips,
  type NoteOrClipRef,
  removeNoteOrClip,
  timeWithin,
} from './change-notes-and-clips.db.ts';
import { clipFromRow, listedNoteFromRow, noteFromRow } from './note-or-clip-row.rules.ts';
import { readChoices, readRecordingRows } from './notes-and-clips.db.ts';

export async function readNotesAndClips({ db }: Pick<Parts, 'db'>, ref: Authorized<RecordingRef>) {
  const run = await atFirstTask(db, ref);
  const [notes, clips] = await Promise.all([
    readRecordingRows(db, 'notes', run),
    readRecordingRows(db, 'clips', run),
  ]);
  return { notes: notes.map(noteFromRow), clips: clips.map(clipFromRow) };
}

export async function listNotes(
  { db }: Pick<Parts, 'db'>,
  test: Authorized<TestRef>,
  query: z.output<typeof notes.list.query>,
) {
  return await listNotesOrClips(db, 'notes', {
    test: await atFirstTask(db, test),
    query,
    item: listedNoteFromRow,
  });
}

export async function readNoteChoices({ db }: Pick<Parts, 'db'>, { testId }: Authorized<TestRef>) {
  return await readChoices(db, 'notes', { testId, most: LIST_MAX });
}

/** @throws AppError bad_input beyond the end, recording_full */
export async function createNote(
  { db }: Pick<Parts, 'db'>,
  ref: Authorized<RecordingRef>,
  { atMs, text, by }: NoteInput & { by: SignIn },
): Promise<Note> {
  const values = {
    at_ms: await timeWithin(db, ref.sessionId, ['atMs', atMs]),
    text,
    tags: tagsOf(text),
  };
  return noteFromRow(
    await addNoteOrClip(db, 'notes', { ref: await atFirstTask(db, ref), by: by.userId, values }),
  );
}

/** @throws AppError changed_meanwhile with the present note */
export async function changeNote(
  { db }: Pick<Parts, 'db'>,
  ref: NoteOrClipRef<NoteId>,
  { text, version, by }: { text: string; version: number; by: SignIn },
): Promise<Note> {
  const values = { text, tags: tagsOf(text) };
  const change = { version, by: by.userId, values, answer: noteFromRow };
  return noteFromRow(
    await changeNoteOrClip(db, 'notes', { ref: await atFirstTask(db, ref), ...change }),
  );
}

/** @throws AppError changed_meanwhile with the present note */
export async function deleteNote(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  ref: NoteOrClipRef<NoteId>,
  version: number,
) {
  await removeNoteOrClip(parts.db, 'notes', {
    ref: await atFirstTask(parts.db, ref),
    version,
    answer: noteFromRow,
  });
  const { testId, sessionId } = ref;
  parts.securityLog.write({ event: 'note.deleted', testId, sessionId });
  return { message: 'Note deleted.' };
}
