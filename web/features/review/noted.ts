// Notes and clips of a recording as the page shows them: in one list by time, within the visits they fall into.
import type { Clip } from '#contract/clips.ts';
import type { EvidenceInput } from '#contract/findings.ts';
import { isolated } from '#contract/isolated.ts';
import type { Note } from '#contract/notes.ts';
import { stretchText } from '#web/entities/clip/clip-around.ts';
import { formatDuration } from '#web/lib/format-time.ts';
import { type Chapter, chapterAt } from './moments.ts';

export type Noted =
  | { kind: 'note'; atMs: number; note: Note }
  | { kind: 'clip'; atMs: number; clip: Clip };

/** Returns notes and clips by time; a note precedes a clip that begins at the same time. */
export function notedOf({
  notes,
  clips,
}: {
  notes: readonly Note[];
  clips: readonly Clip[];
}): Noted[] {
  return [
    ...notes.map((note) => ({ kind: 'note' as const, atMs: note.atMs, note })),
    ...clips.map((clip) => ({ kind: 'clip' as const, atMs: clip.fromMs, clip })),
  ].toSorted((a, b) => a.atMs - b.atMs);
}

/** Those of each chapter, in the chapters' order. */
export function notedByChapter(chapters: readonly Chapter[], noted: readonly Noted[]): Noted[][] {
  const rows: Noted[][] = chapters.map(() => []);
  for (const one of noted) rows[chapterAt(chapters, one.atMs)]?.push(one);
  return rows;
}

/** 'Note: Reads twice', 'Clip: Where is the button?' */
export function notedName(noted: Noted): string {
  if (noted.kind === 'note') return `Note: ${noted.note.text}`;
  return noted.clip.title === '' ? 'Clip' : `Clip: ${noted.clip.title}`;
}

export function evidenceOf(noted: Noted): EvidenceInput {
  return noted.kind === 'note'
    ? { kind: 'note', noteId: noted.note.id }
    : { kind: 'clip', clipId: noted.clip.id };
}

/** ' · 3 notes · 1 clip', as far as there are any. */
export function notedCount(noted: readonly Noted[]): string {
  const notes = noted.filter(({ kind }) => kind === 'note').length;
  const clips = noted.length - notes;
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
  const who = one.author === null ? 'A former member' : isolated(one.author.name);
  return 'text' in one
    ? `${who} wrote a note at ${formatDuration(one.atMs)}`
    : `${who} made a clip, ${stretchText(one)}`;
}
