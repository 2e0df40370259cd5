// Clears what a tab stores across reloads, once the sign-in has ended.
import {
  companyName,
  emailChangeToken,
  emailUndoToken,
  invitationsPutOff,
  invitationToken,
  restorableDeletions,
  testDraft,
} from '#web/entities/storage-keys.ts';
import { discardUnsavedChanges } from '#web/lib/unsaved-changes.ts';

/** Clears the data that this tab stores across reloads, and its unsaved changes. */
export function clearStoredData(): void {
  discardUnsavedChanges();
  clearSignInData();
  for (const value of [emailChangeToken, emailUndoToken, invitationToken]) value.clear();
  testDraft.clear();
}

/** Clears the data that only a signed-in person stores. A draft and the tokens of mailed links wait for a sign-in. */
export function clearSignInData(): void {
  companyName.clear();
  invitationsPutOff.clear();
  restorableDeletions.clear();
}
