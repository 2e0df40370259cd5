// The sentences shown in a corner for a moment; anything may add one, Toaster shows them.
import { TOAST_MS } from '#contract/limits.ts';

export interface Toast {
  id: number;
  tone: 'success' | 'danger';
  text: string;
}

/** More would cover the page; the oldest goes. */
const SHOWN_MAX = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function add(tone: Toast['tone'], text: string): void {
  lastId += 1;
  const toast = { id: lastId, tone, text };
  change([...toasts, toast].slice(-SHOWN_MAX));
  timers.set(toast.id, setTimeout(dismiss, TOAST_MS, toast.id));
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  change(toasts.filter((toast) => toast.id !== id));
}

/** Adds a sentence; it hides after 3 s (section 8). */
export const toast = {
  success: (text: string) => add('success', text),
  error: (text: string) => add('danger', text),
};

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => toasts,
  dismiss,
  /** Keeps a toast while it is looked at; `release` starts its time again. */
  hold: (id: number) => clearTimeout(timers.get(id)),
  release: (id: number) => timers.set(id, setTimeout(dismiss, TOAST_MS, id)),
};
