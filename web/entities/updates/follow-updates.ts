// Refetches what a signed-in person has in view when it changes, and leaves the page when the person loses access.
// Loaded after the page.
import type { QueryClient } from '@tanstack/react-query';
import { CROSS_SITE_COOKIE, EMAIL_COOKIE } from '#contract/cookies.ts';
import { askSignIn, signInQuery } from '#web/entities/account/account.query.ts';
import { clearStoredData } from '#web/entities/account/stored-data.ts';
import { readCookie } from '#web/lib/cookies.ts';
import { isLeaving, leaveFor } from '#web/lib/leave-page.ts';
import { pages } from '#web/lib/pages.ts';
import { joinUpdateFeed } from './update-feed.ts';
import { createUpdateRefresh } from './update-refresh.ts';

/** @returns the function that ends it */
export function followUpdates(client: QueryClient): () => void {
  const refresh = createUpdateRefresh(client);
  // The cookie is derived from the sign-in's token, so tabs of one sign-in share a feed and no others do.
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
 * Leaves the page after the sign-in or its workspace was replaced, because nothing on the page belongs to the new one. A
 * removed member reads the reason. A person who signed out has no cookies left and needs none.
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

/**
 * Returns whether the server accepts the sign-in, or null if it does not answer. The guard of the creator's pages
 * (features/shell/frames.tsx) reads the stored result.
 */
async function isSignedIn(client: QueryClient): Promise<boolean | null> {
  try {
    const signIn = await askSignIn();
    if (signIn !== null) {
      client.setQueryData(signInQuery.queryKey, signIn);
      return true;
    }
    // With unsaved changes the page stays open, and so do they.
    await client.fetchQuery({ ...signInQuery, staleTime: 0 });
    return false;
  } catch {
    // The server does not answer; the page's own calls show that.
    return null;
  }
}
