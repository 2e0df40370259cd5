// Which forms in view hold changes that are not saved. Leaving the page asks first (features/shell/
// unsaved-guard.tsx); closing the browser's tab is asked about by the browser itself.
import { useEffect, useId, useSyncExternalStore } from 'react';

/** `page`: lost with the page; `tab`: kept in this tab, so only closing it loses them. */
type Reach = 'page' | 'tab';

/** Web Lock of each tab that would lose something, so that another one can ask before it takes it along. */
const LOCK = 'tryout-unsaved';

let held: ReadonlyMap<string, Reach> = new Map();
/** What waits for the answer whether to leave. */
let waiting: (() => void) | null = null;
let isElsewhere = false;
let releaseLock: (() => void) | null = null;
const listeners = new Set<() => void>();

function change(next: ReadonlyMap<string, Reach>): void {
  held = next;
  if (held.size > 0) addEventListener('beforeunload', keepTab);
  else removeEventListener('beforeunload', keepTab);
  showOtherTabs();
  tell();
}

function showOtherTabs(): void {
  // An insecure origin has no locks: there the other tabs are not asked.
  if (!('locks' in navigator) || hasUnsavedChanges() === (releaseLock !== null)) return;
  if (releaseLock) {
    releaseLock();
    releaseLock = null;
    return;
  }
  const lasting = new Promise<void>((resolve) => {
    releaseLock = resolve;
  });
  navigator.locks
    .request(LOCK, { mode: 'shared' }, () => lasting)
    .catch((error: unknown) => console.warn('Other tabs do not know of unsaved changes', error));
}

async function isHeldElsewhere(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  const { held: locks = [] } = await navigator.locks.query();
  return locks.some(({ name }) => name === LOCK);
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

/** For ways out that take all tabs along, such as signing out: asks first where one would lose something. */
export async function leaveBy(way: () => void): Promise<void> {
  isElsewhere = !hasUnsavedChanges() && (await isHeldElsewhere());
  if (isElsewhere || hasUnsavedChanges()) {
    waiting = way;
    tell();
  } else {
    way();
  }
}

/** Whether such a way out waits, whether for another tab's changes, and what answers it. */
export function useWaitingLeave() {
  const waits = useSyncExternalStore(subscribe, () => waiting !== null);
  return { waits, isElsewhere: waits && isElsewhere, answer: answerLeave };
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
