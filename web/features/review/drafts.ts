// Drafts beside the player: a note, and a clip whose ends are set one after the other. They are separate from the
// stored notes, so a change by another member does not overwrite a text that is being typed.
import { Store } from '#capture/store.ts';
import type { Clip } from '#contract/clips.ts';
import type { Note } from '#contract/notes.ts';

export interface NoteDraft {
  /** The note when it was opened, or null for a new one. */
  seen: Note | null;
  atMs: number;
  text: string;
  /** Grows with each request for the field, which then takes the focus. */
  focusRequests: number;
}

export interface ClipEnds {
  seen: Clip | null;
  /** Begin of the clip, or null until it is set. */
  fromMs: number | null;
  toMs: number | null;
  title: string;
  /** Grows when both ends are set, and the title then takes the focus. */
  focusRequests: number;
}

interface State {
  note: NoteDraft | null;
  clip: ClipEnds | null;
}

export class Drafts extends Store<State> {
  constructor() {
    super({ note: null, clip: null });
  }

  /** Opens a note at this time. A draft that has a text stays at its own time. */
  writeNote(atMs: number): void {
    const { note } = this.getSnapshot();
    const isEmpty = note === null || (note.seen === null && note.text.trim() === '');
    const draft = isEmpty ? { seen: null, atMs: Math.round(atMs), text: '' } : note;
    this.merge({ note: { ...draft, focusRequests: (note?.focusRequests ?? 0) + 1 } });
  }

  /** @returns false if the field contains a text that is not saved */
  editNote(seen: Note): boolean {
    const { note } = this.getSnapshot();
    if (note !== null && isChanged(note)) {
      this.merge({ note: { ...note, focusRequests: note.focusRequests + 1 } });
      return note.seen?.id === seen.id;
    }
    const { atMs, text } = seen;
    this.merge({ note: { seen, atMs, text, focusRequests: (note?.focusRequests ?? 0) + 1 } });
    return true;
  }

  setNote(change: Partial<Pick<NoteDraft, 'text' | 'seen'>>): void {
    const { note } = this.getSnapshot();
    if (note !== null) this.merge({ note: { ...note, ...change } });
  }

  closeNote(): void {
    this.merge({ note: null });
  }

  /** Sets the begin, and removes an end that is before it. */
  setFrom(atMs: number): void {
    const clip = this.#clip;
    const fromMs = Math.round(atMs);
    const toMs = clip.toMs !== null && clip.toMs > fromMs ? clip.toMs : null;
    this.#setEnds({ ...clip, fromMs, toMs });
  }

  /** Sets the end, and removes a begin that is after it. */
  setTo(atMs: number): void {
    const clip = this.#clip;
    const toMs = Math.round(atMs);
    const fromMs = clip.fromMs !== null && clip.fromMs < toMs ? clip.fromMs : null;
    this.#setEnds({ ...clip, fromMs, toMs });
  }

  #setEnds(clip: ClipEnds): void {
    const isWhole = clip.fromMs !== null && clip.toMs !== null;
    this.merge({ clip: { ...clip, focusRequests: clip.focusRequests + (isWhole ? 1 : 0) } });
  }

  editClip(seen: Clip): void {
    const { fromMs, toMs, title } = seen;
    this.merge({
      clip: { seen, fromMs, toMs, title, focusRequests: this.#clip.focusRequests + 1 },
    });
  }

  setClip(change: Partial<Omit<ClipEnds, 'focusRequests'>>): void {
    const { clip } = this.getSnapshot();
    if (clip !== null) this.merge({ clip: { ...clip, ...change } });
  }

  /** @returns whether a draft was open */
  cancelClip(): boolean {
    const had = this.getSnapshot().clip !== null;
    if (had) this.merge({ clip: null });
    return had;
  }

  get #clip(): ClipEnds {
    const none = { seen: null, fromMs: null, toMs: null, title: '', focusRequests: 0 };
    return this.getSnapshot().clip ?? none;
  }
}

/** Returns whether closing the draft would lose typed text. */
export function isChanged({ seen, text }: NoteDraft): boolean {
  return text.trim() !== (seen?.text ?? '');
}

/** Returns whether leaving would lose the text of a note or a clip's title. Ends alone are quick to set again. */
export function holdsChanges({ note, clip }: State): boolean {
  const isTitled = clip !== null && clip.title.trim() !== (clip.seen?.title ?? '');
  return isTitled || (note !== null && isChanged(note));
}
