// What is asked again when something has changed: only what is in view, each a few times a second at most (results
// once in two seconds), and never with an answer from before the change.
import type { InvalidateQueryFilters, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageUpdate } from '#contract/updates.ts';
import { changingKeys, keysOf, paceMsOf } from '#web/entities/query-keys.ts';
import { isUnknown } from '#web/lib/api-error.ts';

type Asked = InvalidateQueryFilters & { queryKey: QueryKey };

interface UpdateRefresh {
  change(change: PageUpdate): void;
  /** Changes may have been missed. */
  all(): void;
}

export function createUpdateRefresh(client: QueryClient): UpdateRefresh {
  const due = new Map<string, Asked>();
  const running = new Set<string>();

  async function run(id: string): Promise<void> {
    if (running.has(id)) return;
    running.add(id);
    for (let asked = due.get(id); asked !== undefined; asked = due.get(id)) {
      const paced = new Promise((resolve) => setTimeout(resolve, paceMsOf(asked.queryKey)));
      await untilNothingIsSent(client);
      await untilFirstAnswers(client, asked.queryKey);
      due.delete(id);
      await client.invalidateQueries(asked);
      await paced;
    }
    running.delete(id);
  }

  const refresh = (asked: Asked) => {
    const id = JSON.stringify(asked.queryKey);
    due.set(id, asked);
    void run(id);
  };
  return {
    change: (change) => {
      for (const queryKey of keysOf(change)) refresh({ queryKey });
    },
    all: () => {
      for (const queryKey of changingKeys) refresh({ queryKey, predicate: isKnown });
    },
  };
}

/** Without word of a change, what the server does not know is not asked for again. */
const isKnown = ({ state }: Query) => !isUnknown(state.error);

/** A change made on this page leads on, to another page for example: that comes first. */
async function untilNothingIsSent(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return;
  await new Promise<void>((resolve) => {
    const stop = client.getMutationCache().subscribe(() => {
      if (client.isMutating() > 0) return;
      stop();
      resolve();
    });
  });
}

/** A first answer on its way may predate the change, and TanStack Query would not repeat it. */
async function untilFirstAnswers(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const asked = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.allSettled(asked.map(({ promise }) => promise));
}
