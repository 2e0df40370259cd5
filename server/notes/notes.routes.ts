// Answers the calls of notes.

import type { Parts } from '#server/parts.ts';
import {
  authorizeNote,
  authorizeRecordingById,
  authorizeTest,
} from '#server/platform/access/authorized.ts';
import type { HandlersOf } from '#server/platform/http/handlers.ts';
import {
  changeNote,
  createNote,
  deleteNote,
  listNotes,
  readNoteChoices,
  readNotesAndClips,
} from './notes.service.ts';

export function noteHandlers(parts: Parts): HandlersOf<'notes'> {
  const { db } = parts;
  return {
    ofRecording: async ({ caller, params }) =>
      readNotesAndClips(parts, await authorizeRecordingById(db, caller, params.sessionId)),
    list: async ({ caller, params, query }) =>
      listNotes(parts, await authorizeTest(db, caller, { testId: params.id }), query),
    choices: async ({ caller, params }) =>
      readNoteChoices(parts, await authorizeTest(db, caller, { testId: params.id })),
    create: async ({ caller, params, body }) => {
      const recording = await authorizeRecordingById(db, caller, params.sessionId);
      return await createNote(parts, recording, { ...body, by: caller });
    },
    change: async ({ caller, params, body }) => {
      const note = await authorizeNote(db, caller, { id: params.noteId, toChange: true });
      return await changeNote(parts, note, { ...body, by: caller });
    },
    delete: async ({ caller, params, query }) => {
      const note = await authorizeNote(db, caller, { id: params.noteId });
      return await deleteNote(parts, note, query.version);
    },
  };
}
