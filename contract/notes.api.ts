// Calls of notes.
import { z } from 'zod/mini';
import { message, pageOf } from './answers.ts';
import { clip } from './clips.ts';
import { endpoint } from './endpoint.ts';
import { noteId, sessionId, testId } from './ids.ts';
import {
  listedNote,
  note,
  noteChange,
  noteFilterChoices,
  noteInput,
  notesAndClipsQuery,
  seenVersion,
} from './notes.ts';

const ofNote = z.object({ noteId });

export const notes = {
  ofRecording: endpoint({
    method: 'GET',
    path: '/api/recordings/:sessionId/notes',
    summary: 'All notes and clips of a recording, in order of time.',
    permission: 'viewer',
    viewedBy: ['results', 'recording'],
    cost: { points: 8 },
    params: z.object({ sessionId }),
    answer: z.object({ notes: z.array(note), clips: z.array(clip) }),
    errors: ['not_found'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/tests/:id/notes',
    summary: 'Notes of a test, the newest first, with the filter of results, a page at a time.',
    permission: 'viewer',
    params: z.object({ id: testId }),
    query: notesAndClipsQuery(noteId),
    answer: pageOf(listedNote),
    errors: ['not_found'],
  }),
  choices: endpoint({
    method: 'GET',
    path: '/api/tests/:id/notes/choices',
    summary: "Tags and people of a test's notes, with how many each has.",
    permission: 'viewer',
    params: z.object({ id: testId }),
    answer: noteFilterChoices,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/recordings/:sessionId/notes',
    summary: 'Writes a note at a time of a recording; of a running one, of what has arrived.',
    permission: 'viewer',
    params: z.object({ sessionId }),
    body: noteInput,
    status: 201,
    answer: note,
    errors: ['not_found', 'recording_full'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/notes/:noteId',
    summary:
      'Changes the text of a note. Refused with the present note when it is no longer the version that was seen.',
    permission: 'viewer',
    params: ofNote,
    body: noteChange,
    answer: note,
    errors: ['not_found', 'changed_meanwhile', 'member_only'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/notes/:noteId',
    summary: 'Deletes a note, unless it was changed since that version.',
    permission: 'member',
    params: ofNote,
    query: z.object({ version: seenVersion }),
    answer: message,
    errors: ['not_found', 'changed_meanwhile'],
  }),
};
