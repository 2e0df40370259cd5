// Which forms in view hold changes that are not saved. Leaving the page asks first (features/shell/
// unsaved-guard.tsx); closing the browser's tab is asked about by the browser itself.
import { useEffect, useId, useSyncExternalStore } from 'react';

/** `page`: lost with the page; `tab`: kept in this tab, so only closing it loses them. */
type Reach = 'page' | 'tab';

let held: ReadonlyMap<string, Reach> = new Map();
/** What waits for the answer whether to leave. */
let waiting: (() => void) | null = null;
const listeners = new Set<() => void>();

function change(next: ReadonlyMap<string, Reach>): void {
  held = next;
  if (held.size > 0) addEventListener('beforeunload', keepTab);
  else removeEventListener('beforeunload', keepTab);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** The browser asks in its own words whether to leave. */
function keepTab(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether leaving this page now would lose something. */
export function hasUnsavedChanges(): boolean {
  return [...held.values()].includes('page');
}

/** The same for rendering. */
export function useHasUnsavedChanges(): boolean {
  return useSyncExternalStore(subscribe, hasUnsavedChanges);
}

/** Called by a form with every render: whether it holds changes that nobody has saved. */
export function useUnsavedChanges(unsaved: boolean, reach: Reach = 'page'): void {
  const id = useId();
  useEffect(() => {
    if (!unsaved) return;
    change(new Map(held).set(id, reach));
    return () => change(new Map([...held].filter(([other]) => other !== id)));
  }, [unsaved, reach, id]);
}

/** For ways out that are no link, such as signing out: asks first where something would be lost. */
export function leaveBy(way: () => void): void {
  if (hasUnsavedChanges()) {
    waiting = way;
    tell();
  } else {
    way();
  }
}

/** Whether such a way out waits, and what answers it. */
export function useWaitingLeave() {
  const waits = useSyncExternalStore(subscribe, () => waiting !== null);
  return { waits, answer: answerLeave };
}

function answerLeave(leave: boolean): void {
  const way = waiting;
  waiting = null;
  tell();
  if (!leave) return;
  discardUnsavedChanges();
  way?.();
}

/** Before the page is left on purpose, with what it was about: nothing is asked. */
export function discardUnsavedChanges(): void {
  change(new Map());
}
