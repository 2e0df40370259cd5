// Notes and clips of a recording in one list by time, grouped by visits.

import { isolateName } from '#contract/bidi-isolate.ts';
import type { Clip } from '#contract/clips.ts';
import type { EvidenceInput } from '#contract/findings.ts';
import type { Note } from '#contract/notes.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { type Chapter, chapterAt } from './moments.ts';

export type NoteOrClip =
  | { kind: 'note'; atMs: number; note: Note }
  | { kind: 'clip'; atMs: number; clip: Clip };

/** Returns notes and clips by time; a note precedes a clip that begins at the same time. */
export function listNotesAndClips({
  notes,
  clips,
}: {
  notes: readonly Note[];
  clips: readonly Clip[];
}): NoteOrClip[] {
  return [
    ...notes.map((note) => ({ kind: 'note' as const, atMs: note.atMs, note })),
    ...clips.map((clip) => ({ kind: 'clip' as const, atMs: clip.fromMs, clip })),
  ].toSorted((a, b) => a.atMs - b.atMs);
}

/** Groups notes and clips by chapter, in the chapters' order. */
export function notesAndClipsByChapter(
  chapters: readonly Chapter[],
  notesAndClips: readonly NoteOrClip[],
): NoteOrClip[][] {
  const rows: NoteOrClip[][] = chapters.map(() => []);
  for (const one of notesAndClips) rows[chapterAt(chapters, one.atMs)]?.push(one);
  return rows;
}

export function itemId(item: NoteOrClip): string {
  return item.kind === 'note' ? item.note.id : item.clip.id;
}

/** 'Note: Reads twice', 'Clip: Where is the button?' */
export function itemName(item: NoteOrClip): string {
  if (item.kind === 'note') return `Note: ${item.note.text}`;
  return item.clip.title === '' ? 'Clip' : `Clip: ${item.clip.title}`;
}

export function evidenceOf(item: NoteOrClip): EvidenceInput {
  return item.kind === 'note'
    ? { kind: 'note', noteId: item.note.id }
    : { kind: 'clip', clipId: item.clip.id };
}

/** Returns ' · 3 notes · 1 clip', without kinds that do not exist. */
export function itemCount(notesAndClips: readonly NoteOrClip[]): string {
  const notes = notesAndClips.filter(({ kind }) => kind === 'note').length;
  const clips = notesAndClips.length - notes;
  return [counted(notes, 'note'), counted(clips, 'clip')].join('');
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : ` · ${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Announces notes and clips that arrived while the page was open: 'Ada wrote a note at 0:05'. */
export function arrivedText(arrived: readonly (Note | Clip)[]): string {
  const [one] = arrived;
  if (one === undefined) return '';
  if (arrived.length > 1) return `${arrived.length} new notes and clips`;
  const who = one.author === null ? 'A former member' : isolateName(one.author.name);
  return 'text' in one
    ? `${who} wrote a note at ${formatDuration(one.atMs)}`
    : `${who} created a clip, ${stretchText(one)}`;
}
