// Clears all stored data of a sign-in that has ended, and opens the landing page (section 4).
import { accounts } from '#contract/accounts.api.ts';
import {
  companyName,
  emailChangeToken,
  emailUndoToken,
  invitationsPutOff,
  invitationToken,
  restorableDeletions,
  testDraft,
} from '#web/entities/storage-keys.ts';
import { finishDeletions } from '#web/entities/undoable-deletion.ts';
import { call } from '#web/lib/api.ts';
import { leaveFor, setLeaving } from '#web/lib/leave-page.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { discardUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useCall } from '#web/lib/use-call.ts';

/**
 * Options of a call that ends the sign-in: the landing page is loaded again, so that nothing of the person stays in
 * memory.
 */
export const endingSignIn = {
  // The stream of updates may end before the answer comes.
  onStart: () => setLeaving(true),
  onSuccess: () => {
    clearStoredData();
    leaveFor(pages.landing.href());
  },
  onFailure: () => setLeaving(false),
};

/** Clears the data that this tab stores across reloads, and its unsaved changes. */
export function clearStoredData(): void {
  discardUnsavedChanges();
  const storedTexts = [companyName, emailChangeToken, emailUndoToken, invitationToken];
  const storedValues = [testDraft, invitationsPutOff, restorableDeletions];
  for (const value of [...storedTexts, ...storedValues]) value.clear();
}

/** Ends the sign-in (section 4). */
export function useSignOut() {
  const signOut = async () => {
    await finishDeletions();
    await call(accounts.signOut);
  };
  return useCall(signOut, {
    ...endingSignIn,
    onFailure: () => {
      endingSignIn.onFailure();
      toast.error('You could not be signed out. Please try again.');
    },
  });
}
