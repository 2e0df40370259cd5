// Announcements of notes and clips by other members.
import { expect, test } from 'vitest';
import type { Clip } from '#contract/clips.ts';
import type { Note } from '#contract/notes.ts';
import { arrivedText } from './notes-and-clips.ts';

const author = { id: 'a', name: 'Ada' };
const note = { id: '1', atMs: 5200, text: 'Looks left', author } as unknown as Note;
const clip = { id: '2', fromMs: 1000, toMs: 5000, title: '', author } as unknown as Clip;

test.each([
  ['a note', [note], 'Ada wrote a note at 0:05'],
  ['a clip', [clip], 'Ada created a clip, 0:01 – 0:05'],
  ['one of a deleted account', [{ ...note, author: null }], 'A former member wrote a note at 0:05'],
  ['several', [note, clip], '2 new notes and clips'],
])('%s', (_, arrived, text) => {
  expect(arrivedText(arrived as (Note | Clip)[])).toBe(text);
});
