// Keeps everything that a signed-in person has in view up to date, and leaves when they may see it no more.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CROSS_SITE_COOKIE } from '#contract/cookies.ts';
import { readCookie } from '../cookies.ts';
import { clearKept } from '../forget-sign-in.ts';
import { screens } from '../screens.ts';
import { signInQuery } from '../sign-in.query.ts';
import { joinLiveFeed } from './live-feed.ts';
import { createLiveRefresh } from './live-refresh.ts';

export function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = createLiveRefresh(client);
    // Made from the sign-in's token: the same in all its tabs, another one for each sign-in.
    return joinLiveFeed(readCookie(CROSS_SITE_COOKIE) ?? '', {
      onOpen: refresh.all,
      onChange: refresh.change,
      onEnded: () => void leave(client),
      onRefused: () => void isSignedIn(client),
    });
  }, [client]);
}

/** Another sign-in or another workspace took this one's place: nothing on the page belongs to it. */
async function leave(client: QueryClient): Promise<void> {
  if (!(await isSignedIn(client))) return;
  clearKept();
  window.location.assign(screens.dashboard.href());
}

/** Asks anew; the guard of the creator's screens acts when nobody is (require-sign-in.tsx). */
async function isSignedIn(client: QueryClient): Promise<boolean> {
  try {
    const signIn = await client.fetchQuery({ ...signInQuery, staleTime: 0 });
    if (signIn === null) clearKept();
    return signIn !== null;
  } catch {
    // The server does not answer: whoever asks it for anything is told so.
    return false;
  }
}
