// Checks without a call whether this browser may be signed in.
import { EMAIL_COOKIE } from '#contract/cookies.ts';
import { readCookie } from '#web/lib/cookies.ts';

/** The result false is certain. True may be out of date, until the next call fails. */
export function mayBeSignedIn(): boolean {
  return readCookie(EMAIL_COOKIE) !== null;
}
