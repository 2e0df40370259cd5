// Clears all stored data of a sign-in that has ended, and opens the landing page (section 4).
import { accounts } from '#contract/accounts.api.ts';
import { finishDeletions } from '#web/entities/deletions-under-way.ts';
import { call } from '#web/lib/api.ts';
import { leaveFor, setLeaving } from '#web/lib/leave-page.ts';
import { pages } from '#web/lib/pages.ts';
import { toast } from '#web/lib/toasts.ts';
import { useCall } from '#web/lib/use-call.ts';
import { clearStoredData } from './stored-data.ts';

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
