// The sentences shown in a corner for a moment; anything may add one, ui/toaster.tsx shows them.
import { Store } from '#capture/store.ts';
import { TOAST_MS } from '#contract/limits.ts';
import type { Toast } from '#web/ui/toaster.tsx';
import { sentenceOf } from './api-error.ts';

/** More would cover the page; the oldest goes. */
const SHOWN_MAX = 4;
/** A toast with 'Undo' stays longer than others, because a person has to read it and to reach the button. */
const UNDO_TOAST_MS = 10_000;

let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const ends = new Map<number, () => void>();
/** The last toast with 'Undo' of each subject. */
const subjects = new Map<string, number>();

export const toasts = new Store<readonly Toast[]>([]);

function add(tone: Toast['tone'], text: string, undo?: Undo): void {
  lastId += 1;
  const id = lastId;
  const onUndo =
    undo &&
    (() => {
      ends.delete(id);
      dismissToast(id);
      undo.onUndo();
    });
  if (undo?.onEnd) ends.set(id, undo.onEnd);
  if (undo?.subject !== undefined) {
    const outdated = subjects.get(undo.subject);
    if (outdated !== undefined) dismissToast(outdated);
    subjects.set(undo.subject, id);
  }
  const next = [...toasts.getSnapshot(), { id, tone, text, onUndo }];
  toasts.set(next);
  releaseToast(id);
  for (const oldest of next.slice(0, -SHOWN_MAX)) dismissToast(oldest.id);
}

export function dismissToast(id: number): void {
  holdToast(id);
  timers.delete(id);
  toasts.set(toasts.getSnapshot().filter((other) => other.id !== id));
  const onEnd = ends.get(id);
  ends.delete(id);
  onEnd?.();
}

/** Keeps a toast while it is looked at; `releaseToast` starts its time again. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
}

export function releaseToast(id: number): void {
  const isUndoable = toasts.getSnapshot().some((toast) => toast.id === id && toast.onUndo);
  timers.set(id, setTimeout(dismissToast, isUndoable ? UNDO_TOAST_MS : TOAST_MS, id));
}

interface Undo {
  onUndo: () => void;
  /** Runs when the toast goes without an undo. */
  onEnd?: () => void;
  /** A later toast of the same subject replaces this one, because its undo is out of date. */
  subject?: string;
}

/** Adds a sentence; it hides after 3 s (section 8). */
export const toast = {
  success: (text: string) => add('success', text),
  /** Adds a sentence with the button 'Undo'. */
  undoable: (text: string, undo: Undo) => add('success', text, undo),
  error: (text: string) => add('danger', text),
};

/** Returns what shows the sentence of a failed call, or this one if the server gives none. For `onError` of a mutation. */
export function toastFailure(otherwise: string) {
  return (error: unknown) => toast.error(sentenceOf(error, otherwise));
}

/** Shows the error when the browser does not allow copying. */
export function copyRefused(): void {
  toast.error('Your browser did not allow copying. Select the link.');
}
