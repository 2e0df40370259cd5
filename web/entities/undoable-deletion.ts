// Deletions that can be undone: the server deletes the thing at once, and a toast offers 'Undo', also after a reload. Until
// the lists are loaded again, the thing is hidden in this tab.
import { Store } from '#capture/store.ts';
import { clips } from '#contract/clips.api.ts';
import { findings } from '#contract/findings.api.ts';
import type { ClipId, FindingId, NoteId, TestId } from '#contract/ids.ts';
import { UNDO_MINUTES } from '#contract/limits.ts';
import { notes } from '#contract/notes.api.ts';
import { tests } from '#contract/tests.api.ts';
import { queryClient } from '#web/entities/query-client.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { restorableDeletions } from '#web/entities/storage-keys.ts';
import { call } from '#web/lib/api.ts';
import { ApiError, sentenceOf } from '#web/lib/api-error.ts';
import { dismissToast, toast, toasts } from '#web/lib/toasts.ts';
import { useStore } from '#web/lib/use-store.ts';
import { addDeletion } from './deletions-under-way.ts';

type Deleted = NonNullable<ReturnType<typeof restorableDeletions.read>>[number];

/** A thing to delete, with the version that the person saw. */
type Deletion = Pick<Deleted, 'testId'> &
  (
    | { kind: 'note'; id: NoteId; version: number }
    | { kind: 'clip'; id: ClipId; version: number }
    | { kind: 'finding'; id: FindingId; version: number }
    | { kind: 'evidence'; id: string; findingId: FindingId }
  );

const texts: Record<Deletion['kind'], string> = {
  note: 'Note deleted.',
  clip: 'Clip deleted.',
  finding: 'Finding deleted.',
  evidence: 'Removed from the finding.',
};

const hiddenIds = new Store<ReadonlySet<string>>(new Set());
/** Number of undos whose thing is in the lists again. */
const undoCount = new Store(0);
let isPageLeft = false;
globalThis.addEventListener?.('pagehide', () => {
  isPageLeft = true;
});
globalThis.addEventListener?.('pageshow', () => {
  isPageLeft = false;
});

/** Returns the ids of things that are being deleted. Lists leave them out. */
export function useDeletedIds(): ReadonlySet<string> {
  return useStore(hiddenIds);
}

/** Returns a number that changes when the lists have a restored thing, so that they show it at its place at once. */
export function useUndoCount(): number {
  return useStore(undoCount);
}

/**
 * Deletes things of one test and kind, and offers to undo it. The server rejects the deletion of a thing that another
 * member has changed.
 */
export function deleteWithUndo(...deletions: [Deletion, ...Deletion[]]): void {
  const [{ testId, kind }] = deletions;
  const ids = deletions.map(({ id }) => id);
  hiddenIds.set(new Set([...hiddenIds.getSnapshot(), ...ids]));
  const pending = deletions.map((deletion): Pending => {
    const done = send(deletion);
    addDeletion(done.then((message) => message !== null));
    return { deleted: { testId, kind, id: deletion.id, atMs: Date.now() }, done };
  });
  const toastId = offerUndo(pending);
  void Promise.all(pending.map(({ done }) => done)).then(async (messages) => {
    // The server says where a clip was used.
    const uses = messages.flatMap((message) => message?.slice(texts.clip.length).trim() || []);
    if (kind === 'clip' && uses.length > 0) {
      replaceText(toastId, [countText(kind, ids.length), ...new Set(uses)].join(' '));
    }
    // The browser completes a call whose page it leaves, but reports it to that page as failed.
    if (messages.every((message) => message === null) && !isPageLeft) dismissToast(toastId);
    await refresh(testId);
    hiddenIds.set(new Set([...hiddenIds.getSnapshot()].filter((other) => !ids.includes(other))));
  });
}

interface Pending {
  deleted: Deleted;
  /** The server's message, or null if it did not delete the thing. */
  done: Promise<string | null>;
}

function countText(kind: Deletion['kind'], count: number): string {
  return count === 1 ? texts[kind] : `${count} ${texts[kind].toLowerCase().replace(' ', 's ')}`;
}

/** Replaces the sentence of a toast that is still visible. */
function replaceText(toastId: number, text: string): void {
  const current = toasts.getSnapshot();
  toasts.set(current.map((one) => (one.id === toastId ? { ...one, text } : one)));
}

/** Offers again to undo what was deleted shortly before the page was loaded. */
export function offerEarlierUndos(): void {
  const oldestMs = Date.now() - UNDO_MINUTES * 60_000;
  const stored = restorableDeletions.read() ?? [];
  restorableDeletions.clear();
  for (const deleted of stored) {
    if (deleted.atMs > oldestMs) offerUndo([{ deleted, done: Promise.resolve('') }]);
  }
}

function offerUndo(pending: readonly Pending[]): number {
  const stored = () => restorableDeletions.read() ?? [];
  const own = pending.map(({ deleted }) => deleted);
  const ids = own.map(({ id }) => id);
  restorableDeletions.write([...stored(), ...own]);
  const forget = () => restorableDeletions.write(stored().filter(({ id }) => !ids.includes(id)));
  return toast.undoable(countText(own[0]?.kind ?? 'clip', own.length), {
    onUndo: async () => {
      forget();
      for (const { deleted, done } of pending) if ((await done) !== null) await restore(deleted);
    },
    onEnd: forget,
  });
}

/** @returns the server's message, or null if it did not delete the thing. A failure is reported. */
async function send(deletion: Deletion): Promise<string | null> {
  try {
    return (await callOf(deletion)).message;
  } catch (error) {
    toast.error(failureOf(error));
    return null;
  }
}

function callOf(deletion: Deletion): Promise<{ message: string }> {
  switch (deletion.kind) {
    case 'note': {
      const { id: noteId, version } = deletion;
      return call(notes.delete, { params: { noteId }, query: { version } });
    }
    case 'clip': {
      const { id: clipId, version } = deletion;
      return call(clips.delete, { params: { clipId }, query: { version } });
    }
    case 'finding': {
      const { id: findingId, version } = deletion;
      return call(findings.delete, { params: { findingId }, query: { version } });
    }
    case 'evidence': {
      const { id: evidenceId, findingId } = deletion;
      return call(findings.removeEvidence, { params: { findingId, evidenceId } });
    }
  }
}

function failureOf(error: unknown): string {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'changed_meanwhile') {
    return 'Another member has just changed it. Check the new version, then delete it.';
  }
  if (code === 'not_found') return 'It could not be deleted, because it does not exist any more.';
  return 'It could not be deleted. Please try again.';
}

async function restore({ testId, kind, id }: Deleted): Promise<void> {
  try {
    await call(tests.restore, { params: { id: testId }, body: { kind, id } });
  } catch (error) {
    const isOver = error instanceof ApiError && error.code === 'not_found';
    const otherwise = 'It could not be restored. Please try again.';
    toast.error(isOver ? 'It can no longer be restored.' : sentenceOf(error, otherwise));
  }
  await refresh(testId);
  undoCount.set(undoCount.getSnapshot() + 1);
}

/** Everything that shows notes, clips, findings or their numbers. */
async function refresh(testId: TestId): Promise<void> {
  const { notes, clips, reels, findings, report } = queryKeys;
  await Promise.all(
    [notes, clips, reels, findings, report].map(({ key }) =>
      queryClient.invalidateQueries({ queryKey: [...key, testId] }),
    ),
  );
}
