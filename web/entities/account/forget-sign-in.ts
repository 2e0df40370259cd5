// After a sign-in has ended: everything kept for it goes, and the landing page follows (section 4).

import {
  companyName,
  emailChangeToken,
  emailUndoToken,
  invitationsPutOff,
  invitationToken,
  testDraft,
} from '#web/entities/storage-keys.ts';
import { pages } from '#web/lib/pages.ts';
import { discardUnsavedChanges } from '#web/lib/unsaved-changes.ts';

/** Loads the landing page again, so that nothing of the person stays in memory. */
export function forgetSignIn(): void {
  clearKept();
  location.assign(pages.landing.href());
}

/** What this tab keeps beyond a reload, and what was being changed on it. */
export function clearKept(): void {
  discardUnsavedChanges();
  const kept = [companyName, testDraft, emailChangeToken, emailUndoToken, invitationToken];
  for (const value of [...kept, invitationsPutOff]) value.clear();
}
