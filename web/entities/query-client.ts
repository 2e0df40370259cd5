// The one query client: when queries are refetched, and how a lost sign-in is handled.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { signInQuery } from '#web/entities/account/account.query.ts';
import { ApiError, isUnknown } from '#web/lib/api-error.ts';
import type { LiveList, SortedItem } from './updates/live-list.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Updates of a list of pages (updates/list-refresh.ts). */
      live?: LiveList<SortedItem>;
    };
  }
}

/** Lists may change by participants at any time; going back and forth within this is instant. */
const STALE_MS = 10_000;
/** A refusal is final; a network failure or an overloaded server deserves two more tries. */
const RETRIES = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeLostSignIn }),
  mutationCache: new MutationCache({ onError: noticeLostSignIn }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) => failures < RETRIES && isPassing(error),
      retryOnMount: ({ state }) => !isUnknown(state.error),
    },
  },
});

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/**
 * Handles a sign-in that ended elsewhere: pages behind the guard leave for the landing page. The
 * sign-in is read first, because a call sent before the person signed in again failed with the
 * former token.
 */
function noticeLostSignIn(error: unknown): void {
  if (error instanceof ApiError && error.code === 'not_signed_in') {
    void queryClient.invalidateQueries({ queryKey: signInQuery.queryKey });
  }
}
