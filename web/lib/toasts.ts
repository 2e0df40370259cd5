// The sentences shown in a corner for a moment; anything may add one, ui/toaster.tsx shows them.
import { Store } from '#capture/store.ts';
import { TOAST_MS } from '#contract/limits.ts';
import type { Toast } from '#web/ui/toaster.tsx';
import { sentenceOf } from './api-error.ts';

/** More would cover the page; the oldest goes. */
const SHOWN_MAX = 4;

let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();

export const toasts = new Store<readonly Toast[]>([]);

function add(tone: Toast['tone'], text: string): void {
  lastId += 1;
  toasts.set([...toasts.getSnapshot(), { id: lastId, tone, text }].slice(-SHOWN_MAX));
  releaseToast(lastId);
}

export function dismissToast(id: number): void {
  holdToast(id);
  timers.delete(id);
  toasts.set(toasts.getSnapshot().filter((other) => other.id !== id));
}

/** Keeps a toast while it is looked at; `releaseToast` starts its time again. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id));
}

export function releaseToast(id: number): void {
  timers.set(id, setTimeout(dismissToast, TOAST_MS, id));
}

/** Adds a sentence; it hides after 3 s (section 8). */
export const toast = {
  success: (text: string) => add('success', text),
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
