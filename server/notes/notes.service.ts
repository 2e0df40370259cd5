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
import { TASK_STEP } from '#server/revisions/steps.rules.ts';
import {
  addNoted,
  changeNoted,
  listNoted,
  type NoteOrClipRef,
  removeNoted,
  timeWithin,
} from './change-noted.db.ts';
import { readNotedChoices, readNotedOf } from './noted.db.ts';
import { clipFromRow, listedNoteFromRow, noteFromRow } from './noted-row.rules.ts';

export async function readNotesAndClips({ db }: Pick<Parts, 'db'>, ref: Authorized<RecordingRef>) {
  const run = { ...ref, step: TASK_STEP };
  const [notes, clips] = await Promise.all([
    readNotedOf(db, 'notes', run),
    readNotedOf(db, 'clips', run),
  ]);
  return { notes: notes.map(noteFromRow), clips: clips.map(clipFromRow) };
}

export async function listNotes(
  { db }: Pick<Parts, 'db'>,
  test: Authorized<TestRef>,
  query: z.output<typeof notes.list.query>,
) {
  return await listNoted(db, 'notes', {
    test: { ...test, step: TASK_STEP },
    query,
    item: listedNoteFromRow,
  });
}

export async function readNoteChoices({ db }: Pick<Parts, 'db'>, { testId }: Authorized<TestRef>) {
  return await readNotedChoices(db, 'notes', { testId, most: LIST_MAX });
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
    await addNoted(db, 'notes', { ref: { ...ref, step: TASK_STEP }, by: by.userId, values }),
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
    await changeNoted(db, 'notes', { ref: { ...ref, step: TASK_STEP }, ...change }),
  );
}

/** @throws AppError changed_meanwhile with the present note */
export async function deleteNote(
  parts: Pick<Parts, 'securityLog' | 'db'>,
  ref: NoteOrClipRef<NoteId>,
  version: number,
) {
  await removeNoted(parts.db, 'notes', {
    ref: { ...ref, step: TASK_STEP },
    version,
    answer: noteFromRow,
  });
  const { testId, sessionId } = ref;
  parts.securityLog.write({ event: 'note.deleted', testId, sessionId });
  return { message: 'Note deleted.' };
}
