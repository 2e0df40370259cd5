// Refetches after a change: only queries in view, at once and then less and less often while
// changes continue, and never with an answer from before the change. Lists refetch only the changed
// items (list-refresh.ts).
import type { InvalidateQueryFilters, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageUpdate } from '#contract/updates.ts';
import { changingKeys, paceOf, staleBy, UPDATE_PACE } from '#web/entities/query-keys.ts';
import { isUnknown } from '#web/lib/api-error.ts';
import { createPace, type Pace } from '#web/lib/pace.ts';
import { createListRefresh, liveListOf, nextTurn } from './list-refresh.ts';

type StaleQueries = InvalidateQueryFilters & { queryKey: QueryKey };

interface UpdateRefresh {
  change(change: PageUpdate): void;
  /** Refetches everything in view, because changes may have been missed. */
  all(): void;
  /** Marks lists as stale while changes can't arrive. A list is requested as a whole when it is visible again. */
  miss(): void;
  stop(): void;
}

export function createUpdateRefresh(client: QueryClient): UpdateRefresh {
  const lists = createListRefresh(client, UPDATE_PACE);
  const due = new Map<string, StaleQueries>();
  const running = new Set<string>();
  const paces = new Map<string, Pace>();

  async function run(id: string, pace: Pace): Promise<void> {
    if (running.has(id)) return;
    running.add(id);
    for (let stale = due.get(id); stale !== undefined; stale = due.get(id)) {
      await nextTurn(client, pace);
      await untilFirstAnswers(client, stale.queryKey);
      due.delete(id);
      await client.invalidateQueries(stale);
    }
    running.delete(id);
  }

  /** @param only a condition on keys, or null for every query whose key begins with the given one */
  const refresh = (stale: StaleQueries, only: unknown = null) => {
    const id = JSON.stringify([stale.queryKey, only !== null]);
    const pace = paces.get(id) ?? createPace(paceOf(stale.queryKey));
    paces.set(id, pace);
    due.set(id, stale);
    void run(id, pace);
  };
  return {
    change: (change) => {
      for (const { queryKey, id, only } of staleBy(change)) {
        const matches = (query: Query) => only === null || only(query.queryKey);
        if (id !== null) lists.change({ queryKey, predicate: matches }, id);
        else refresh({ queryKey, predicate: (query) => isNoList(query) && matches(query) }, only);
      }
    },
    all: () => {
      for (const queryKey of changingKeys) refresh({ queryKey, predicate: isKnown });
    },
    miss: () => {
      const predicate = (query: Query) => !isNoList(query);
      void client.invalidateQueries({ predicate, refetchType: 'none' });
    },
    stop: () => {
      lists.stop();
      due.clear();
    },
  };
}

/** Returns false for a thing that the server does not have. It is refetched only after a change. */
const isKnown = ({ state }: Query) => !isUnknown(state.error);

const isNoList = (query: Query) => liveListOf(query) === undefined;

/** A first answer on its way may predate the change, and TanStack Query would not repeat it. */
async function untilFirstAnswers(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstFetches = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled(firstFetches.map(({ promise }) => promise));
}
