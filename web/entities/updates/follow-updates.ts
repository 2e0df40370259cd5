// Updates everything that a signed-in person has in view, and leaves when the person loses access.
// Loaded after the page.
import type { QueryClient } from '@tanstack/react-query';
import { CROSS_SITE_COOKIE, EMAIL_COOKIE } from '#contract/cookies.ts';
import { askSignIn, signInQuery } from '#web/entities/account/account.query.ts';
import { clearStoredData } from '#web/entities/account/sign-out.ts';
import { readCookie } from '#web/lib/cookies.ts';
import { isLeaving, leaveFor } from '#web/lib/leave-page.ts';
import { pages } from '#web/lib/pages.ts';
import { joinUpdateFeed } from './update-feed.ts';
import { createUpdateRefresh } from './update-refresh.ts';

/** @returns ends it. */
export function followUpdates(client: QueryClient): () => void {
  const refresh = createUpdateRefresh(client);
  // Made from the sign-in's token: the same in all its tabs, another one for each sign-in.
  const leaveFeed = joinUpdateFeed(readCookie(CROSS_SITE_COOKIE) ?? '', {
    onOpen: refresh.all,
    onChange: refresh.change,
    onEnded: (isMember) => void leave(client, isMember),
    onRefused: () => {
      refresh.miss();
      void isSignedIn(client);
    },
  });
  return () => {
    leaveFeed();
    refresh.stop();
  };
}

/**
 * Another sign-in or another workspace took this one's place: nothing on the page belongs to it. A
 * removed member reads why; signing out takes the cookies back and needs no reason.
 */
async function leave(client: QueryClient, isMember: boolean): Promise<void> {
  if (isLeaving()) return;
  const signedIn = await isSignedIn(client);
  if (signedIn) {
    clearStoredData();
    leaveFor(pages.dashboard.href());
  } else if (signedIn === false && !isMember && readCookie(EMAIL_COOKIE) !== null) {
    leaveFor(pages.landing.removedHref());
  }
}

/** Asks the server; null without an answer. The guard of the creator's pages acts on the result (features/shell/frames.tsx). */
async function isSignedIn(client: QueryClient): Promise<boolean | null> {
  try {
    const signIn = await askSignIn();
    if (signIn !== null) {
      client.setQueryData(signInQuery.queryKey, signIn);
      return true;
    }
    // Unsaved changes hold the page in place, and stay.
    const currentSignIn = await client.fetchQuery({ ...signInQuery, staleTime: 0 });
    if (currentSignIn === null) clearStoredData();
    return false;
  } catch {
    // The server does not answer; the page's own calls show that.
    return null;
  }
}
