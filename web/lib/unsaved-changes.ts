// Forms in view with unsaved changes. Leaving the page opens a question first
// (features/shell/frames.tsx); the browser itself confirms the closing of its tab.
import { useEffect, useId } from 'react';
import { Store } from '#capture/store.ts';
import { useStore } from './use-store.ts';

/**
 * Changes of a `page` are lost with the page. Changes of a `tab` are stored in it, so only closing
 * it loses them.
 */
type Reach = 'page' | 'tab';

/**
 * Web Lock of each tab with unsaved changes, so that another tab can warn before it closes them.
 */
const LOCK = 'tryout-unsaved';

/** Forms with unsaved changes, by their id. */
const held = new Store<ReadonlyMap<string, Reach>>(new Map());
/** A way out that waits for the answer, and whether for another tab's changes. */
const leaving = new Store<{ way: () => void; isElsewhere: boolean } | null>(null);
let releaseLock: (() => void) | null = null;

function change(next: ReadonlyMap<string, Reach>): void {
  held.set(next);
  if (next.size > 0) addEventListener('beforeunload', keepTab);
  else removeEventListener('beforeunload', keepTab);
  showOtherTabs();
}

function showOtherTabs(): void {
  // An insecure origin has no locks, so other tabs are not checked there.
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

/** The browser shows its own question before it leaves. */
function keepTab(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

const losesSomething = (forms: ReadonlyMap<string, Reach>) => [...forms.values()].includes('page');

/** Returns whether leaving this page now would lose changes. */
export function hasUnsavedChanges(): boolean {
  return losesSomething(held.getSnapshot());
}

/** `hasUnsavedChanges` for rendering. */
export function useHasUnsavedChanges(): boolean {
  return useStore(held, losesSomething);
}

/** Called by a form with every render: whether it holds changes that are not saved. */
export function useUnsavedChanges(unsaved: boolean, reach: Reach = 'page'): void {
  const id = useId();
  useEffect(() => {
    if (!unsaved) return;
    change(new Map(held.getSnapshot()).set(id, reach));
    return () => change(new Map([...held.getSnapshot()].filter(([other]) => other !== id)));
  }, [unsaved, reach, id]);
}

/**
 * Leaves all tabs along with this one, for example to sign out, after a question if one has unsaved
 * changes.
 */
export async function leaveBy(way: () => void): Promise<void> {
  const isElsewhere = !hasUnsavedChanges() && (await isHeldElsewhere());
  if (isElsewhere || hasUnsavedChanges()) leaving.set({ way, isElsewhere });
  else way();
}

/**
 * Returns the departure that waits for an answer, whether another tab has the changes, and the
 * functions that answer it.
 */
export function useWaitingLeave() {
  const waiting = useStore(leaving);
  return {
    waits: waiting !== null,
    isElsewhere: waiting?.isElsewhere ?? false,
    answer: answerLeave,
  };
}

function answerLeave(leave: boolean): void {
  const waiting = leaving.getSnapshot();
  leaving.set(null);
  if (!leave) return;
  discardUnsavedChanges();
  waiting?.way();
}

/** Discards all changes before a deliberate departure, so that no question opens. */
export function discardUnsavedChanges(): void {
  change(new Map());
}
