// Deletions that can be undone: a toast offers 'Undo', and the call is sent when the toast goes or the page closes. Until
// then the thing is hidden in this browser and unchanged on the server, so that an undo restores it in every place.
import { Store } from '#capture/store.ts';
import { ApiError, isUnknown } from './api-error.ts';
import { toast } from './toasts.ts';
import { useStore } from './use-store.ts';

interface Deletion {
  id: string;
  /** 'Note deleted.' */
  text: string;
  /** Deletes it on the server; resolves when the lists that had it are loaded again. */
  send: () => Promise<unknown>;
}

export const hiddenIds = new Store<ReadonlySet<string>>(new Set());
const waiting = new Map<string, Deletion>();

/** Returns the ids of what is being deleted. Lists leave it out. */
export function useDeletedIds(): ReadonlySet<string> {
  return useStore(hiddenIds);
}

/** Hides a thing at once, and deletes it unless the person presses 'Undo'. */
export function deleteWithUndo(deletion: Deletion): void {
  const { id, text } = deletion;
  hiddenIds.set(new Set(hiddenIds.getSnapshot()).add(id));
  waiting.set(id, deletion);
  toast.undoable(text, {
    onUndo: () => {
      waiting.delete(id);
      show(id);
    },
    onEnd: () => void send(id),
  });
}

function show(id: string): void {
  const ids = new Set(hiddenIds.getSnapshot());
  ids.delete(id);
  hiddenIds.set(ids);
}

async function send(id: string): Promise<void> {
  const deletion = waiting.get(id);
  if (deletion === undefined) return;
  waiting.delete(id);
  try {
    await deletion.send();
  } catch (error) {
    // Another member may have deleted it.
    if (!isUnknown(error)) toast.error(failureOf(error));
  }
  show(id);
}

function failureOf(error: unknown): string {
  return error instanceof ApiError && error.code === 'changed_meanwhile'
    ? 'Another member has just changed it. Check the new version, then delete it.'
    : 'It could not be deleted. Please try again.';
}

// The browser completes a deletion after its page is closed (keepalive in api.ts).
globalThis.addEventListener?.('pagehide', () => {
  for (const id of waiting.keys()) void send(id);
});
