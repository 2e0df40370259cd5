// Which forms in view hold changes that are not saved. Leaving the page asks first (features/shell/
// frames.tsx); closing the browser's tab is asked about by the browser itself.
import { useEffect, useId } from 'react';
import { Store } from '#capture/store.ts';
import { useStore } from './use-store.ts';

/** `page`: lost with the page; `tab`: kept in this tab, so only closing it loses them. */
type Reach = 'page' | 'tab';

/** Web Lock of each tab that would lose something, so that another one can ask before it takes it along. */
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

/** The browser asks in its own words whether to leave. */
function keepTab(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

const losesSomething = (forms: ReadonlyMap<string, Reach>) => [...forms.values()].includes('page');

/** Whether leaving this page now would lose something. */
export function hasUnsavedChanges(): boolean {
  return losesSomething(held.getSnapshot());
}

/** The same for rendering. */
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

/** For ways out that take all tabs along, such as signing out: asks first where one would lose something. */
export async function leaveBy(way: () => void): Promise<void> {
  const isElsewhere = !hasUnsavedChanges() && (await isHeldElsewhere());
  if (isElsewhere || hasUnsavedChanges()) leaving.set({ way, isElsewhere });
  else way();
}

/** Whether such a way out waits, whether for another tab's changes, and what answers it. */
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

/** Before the page is left on purpose, with what it was about: nothing is asked. */
export function discardUnsavedChanges(): void {
  change(new Map());
}
