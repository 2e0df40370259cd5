// Whether this browser may be signed in, as far as it can be seen without a call.
import { EMAIL_COOKIE } from '#contract/cookies.ts';
import { readCookie } from '#web/lib/cookies.ts';

/** False is certain; true may be out of date, and the next call says so. */
export function mayBeSignedIn(): boolean {
  return readCookie(EMAIL_COOKIE) !== null;
}
