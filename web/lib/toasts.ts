// The sentences shown in a corner for a moment; anything may add one, ui/toaster.tsx shows them.
import { Store } from '#capture/store.ts';
import { TOAST_MS } from '#contract/limits.ts';
import type { Toast, ToastAction } from '#web/ui/toaster.tsx';
import { sentenceOf } from './api-error.ts';

/** Time of a toast with a button: long enough to read it, decide, and reach it by keyboard. */
const ACTION_TOAST_MS = 10_000;

/** More would cover the page; the oldest goes. */
const SHOWN_MAX = 4;

let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const ends = new Map<number, () => void>();
/** The last toast with 'Undo' of each subject. */
const subjects = new Map<string, number>();

export const toasts = new Store<readonly Toast[]>([]);

function add(tone: Toast['tone'], text: string, ...actions: ToastAction[]): number {
  lastId += 1;
  const next = [...toasts.getSnapshot(), { id: lastId, tone, text, actions }];
  toasts.set(next);
  releaseToast(lastId);
  for (const oldest of next.slice(0, -SHOWN_MAX)) dismissToast(oldest.id);
  return lastId;
}

/** Adds a sentence with the button 'Undo'. @returns its id, for `dismissToast` */
function addUndoable(text: string, { onUndo, onEnd, subject }: Undo): number {
  const does = () => {
    ends.delete(id);
    dismissToast(id);
    void onUndo();
  };
  const id = add('success', text, { label: 'Undo', isUndo: true, does });
  if (onEnd) ends.set(id, onEnd);
  if (subject === undefined) return id;
  const outdated = subjects.get(subject);
  if (outdated !== undefined) dismissToast(outdated);
  subjects.set(subject, id);
  return id;
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
  const hasAction = toasts.getSnapshot().some((toast) => toast.id === id && toast.actions[0]);
  timers.set(id, setTimeout(dismissToast, hasAction ? ACTION_TOAST_MS : TOAST_MS, id));
}

interface Undo {
  onUndo: () => unknown;
  /** Runs when the toast goes without an undo. */
  onEnd?: () => void;
  /** A later toast of the same subject replaces this one, because its undo is out of date. */
  subject?: string;
}

/** Adds a sentence; it hides after 3 s (section 8), one with a button after 10 s. */
export const toast = {
  success: (text: string, ...actions: ToastAction[]) => {
    add('success', text, ...actions);
  },
  undoable: addUndoable,
  error: (text: string) => {
    add('danger', text);
  },
};

/** Returns what shows the sentence of a failed call, or this one if the server gives none. For `onError` of a mutation. */
export function toastFailure(otherwise: string) {
  return (error: unknown) => toast.error(sentenceOf(error, otherwise));
}

/** Shows the error when the browser does not allow copying. */
export function copyRefused(): void {
  toast.error('The browser refused to copy. Select the link.');
}
