// The signed-in person, for every page.

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { accounts } from '#contract/accounts.api.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { queryKeys } from '#web/entities/query-keys.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { isSignInAwaited } from '#web/lib/sign-in-again.ts';
import { hasUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { mayBeSignedIn } from './sign-in-sign.ts';
import { clearSignInData, clearStoredData } from './stored-data.ts';

export type SignIn = AnswerOf<typeof accounts.check>;

/** A sign-in lasts for weeks; any call that is refused corrects this at once (query-client.ts). */
const STALE_MS = 5 * 60_000;

export const signInQuery = queryOptions({
  queryKey: queryKeys.signIn.key,
  queryFn: readSignIn,
  staleTime: STALE_MS,
});

/** Asks the server. @returns null without a sign-in */
export async function askSignIn(signal?: AbortSignal): Promise<SignIn | null> {
  if (!mayBeSignedIn()) return null;
  try {
    return await call(accounts.check, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

interface ReadContext {
  signal: AbortSignal;
  client: QueryClient;
}

/**
 * An ended sign-in stays in place while a form has unsaved changes: saving them starts another sign-in (lib/api.ts).
 * Otherwise what the tab stores is cleared before the answer is known, because the guard of the creator's pages
 * (features/shell/frames.tsx) then leaves the page, and nothing of it runs any more.
 */
async function readSignIn({ signal, client }: ReadContext): Promise<SignIn | null> {
  const signIn = await askSignIn(signal);
  if (signIn !== null) return signIn;
  const before = client.getQueryData<SignIn | null>(queryKeys.signIn.key) ?? null;
  const mustStay = mayBeSignedIn() && (hasUnsavedChanges() || isSignInAwaited());
  if (mustStay) return before;
  // A page that was loaded after the end may hold the draft of a person who has yet to sign in.
  if (before === null) clearSignInData();
  else clearStoredData();
  return null;
}

/** The signed-in person with their workspace: names, company, role, team. */
export const userInfoQuery = queryOptions({
  queryKey: queryKeys.userInfo.key,
  queryFn: ({ signal }) => call(accounts.get, { signal }),
});
