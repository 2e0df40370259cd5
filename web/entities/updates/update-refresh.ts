// What is asked again when something has changed: only what is in view, each a few times a second at most, and
// never with an answer from before the change.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { PageUpdate } from '#contract/updates.ts';
import { changingKeys, keysOf } from '#web/entities/query-keys.ts';

/** A busy test sends many changes a second; the end of a session still shows at once. */
const PACE_MS = 250;

interface UpdateRefresh {
  change(change: PageUpdate): void;
  /** Changes may have been missed. */
  all(): void;
}

export function createUpdateRefresh(client: QueryClient): UpdateRefresh {
  const due = new Map<string, QueryKey>();
  const running = new Set<string>();

  async function run(id: string): Promise<void> {
    if (running.has(id)) return;
    running.add(id);
    for (let key = due.get(id); key !== undefined; key = due.get(id)) {
      const paced = new Promise((resolve) => setTimeout(resolve, PACE_MS));
      await untilNothingIsSent(client);
      await untilFirstAnswers(client, key);
      due.delete(id);
      await client.invalidateQueries({ queryKey: key });
      await paced;
    }
    running.delete(id);
  }

  const refresh = (keys: readonly QueryKey[]) => {
    for (const key of keys) {
      const id = JSON.stringify(key);
      due.set(id, key);
      void run(id);
    }
  };
  return { change: (change) => refresh(keysOf(change)), all: () => refresh(changingKeys) };
}

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
