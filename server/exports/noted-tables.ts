// notes.csv and clips.csv: what members wrote at times of the recordings, and the stretches that they kept.

import type { Column } from './csv.ts';
import { SESSION_SAYS } from './event-tables.ts';
import type { ExportedClip, ExportedNote } from './exported-notes.db.ts';

type Noted = Omit<ExportedNote, 'atMs' | 'text'>;

const writtenColumns = <Row extends Noted>(): Column<Row>[] => [
  {
    name: 'tags',
    says: 'Its #words, in lower case and without the #, with spaces between them.',
    value: ({ tags }) => tags.join(' '),
  },
  { name: 'created_at', says: 'When it was made.', value: ({ createdAt }) => createdAt },
  { name: 'created_by', says: 'The member who made it.', value: ({ by }) => by, isName: true },
  { name: 'edited_at', says: 'Its last change; empty: none.', value: ({ editedAt }) => editedAt },
  {
    name: 'edited_by',
    says: 'The member who changed it last.',
    value: ({ editedBy }) => editedBy,
    isName: true,
  },
];

const idColumns = <Row extends Noted>(name: string): Column<Row>[] => [
  { name: 'session', says: SESSION_SAYS, value: ({ number }) => number },
  { name, says: 'Its id, as the API has it.', value: ({ id }) => id },
];

export const noteColumns: Column<ExportedNote>[] = [
  ...idColumns<ExportedNote>('note_id'),
  { name: 'at_ms', says: "From the recording's start.", value: ({ atMs }) => atMs },
  { name: 'text', says: 'The note.', value: ({ text }) => text },
  ...writtenColumns<ExportedNote>(),
];

export const clipColumns: Column<ExportedClip>[] = [
  ...idColumns<ExportedClip>('clip_id'),
  {
    name: 'from_ms',
    says: "Where the clip begins, from the recording's start.",
    value: ({ fromMs }) => fromMs,
  },
  { name: 'to_ms', says: 'Where it ends.', value: ({ toMs }) => toMs },
  { name: 'title', says: 'Its title; may be empty.', value: ({ title }) => title },
  ...writtenColumns<ExportedClip>(),
];
