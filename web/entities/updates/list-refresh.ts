// Updates loaded lists: changed items are requested by id, in batches, and merged into the loaded
// pages. A list out of view records the changes and requests them when it is visible again.
import {
  focusManager,
  type Query,
  type QueryCacheNotifyEvent,
  type QueryClient,
  type QueryFilters,
} from '@tanstack/react-query';
import { LIST_IDS_MAX } from '#contract/limits.ts';
import { isRefusal } from '#web/lib/api-error.ts';
import { createPace, type Pace, type PaceLimits } from '#web/lib/pace.ts';
import {
  type LiveList,
  type LoadedPages,
  patched,
  type SortedItem,
  unanswered,
} from './live-list.ts';

/** Maximum number of changed ids that a list out of view records. With more, it is requested as a whole. */
const REMEMBERED_IDS_MAX = 1000;
/** Items that may change at about the same time are requested together. */
const FOLD_MS = 1000;
/** Added to the moment of a request, so that its answer is not computed too early. */
const MARGIN_MS = 250;

/** State of one list. */
interface Followed {
  list: LiveList<SortedItem>;
  /** Ids that changed since the last request. */
  ids: Set<string>;
  pace: Pace;
  isBusy: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

export interface ListRefresh {
  /** Records that an item of these lists was created, changed or deleted. */
  change(filters: QueryFilters, id: string): void;
  stop(): void;
}

export function createListRefresh(client: QueryClient, paceLimits: PaceLimits): ListRefresh {
  const followed = new Map<string, Followed>();
  const follow = (query: Query, list: LiveList<SortedItem>): Followed => {
    const known = followed.get(query.queryHash);
    const state = known ?? { list, ids: new Set(), pace: createPace(paceLimits), isBusy: false };
    followed.set(query.queryHash, state);
    return state;
  };
  const notice = (query: Query, state: Followed, ids: readonly string[]) => {
    for (const id of ids) state.ids.add(id);
    if (query.isActive()) void catchUp(client, query, state);
    else if (state.ids.size > REMEMBERED_IDS_MAX) {
      state.ids.clear();
      query.invalidate();
    }
  };
  const onEvent = ({ query, type }: QueryCacheNotifyEvent) => {
    const list = liveListOf(query);
    if (list === undefined || !watchedEvents.has(type)) return;
    const state = follow(query, list);
    if (type === 'removed') followed.delete(query.queryHash);
    if (type === 'observerAdded') notice(query, state, []);
    clearTimeout(state.timer);
    const ms = query.isActive() ? untilStaleMs(query, list) : null;
    if (ms === null) return;
    state.timer = setTimeout(() => notice(query, state, staleIds(query, list)), ms);
  };
  const unsubscribe = client.getQueryCache().subscribe(onEvent);
  return {
    change: (filters, id) => {
      for (const query of client.getQueryCache().findAll(filters)) {
        const list = liveListOf(query);
        if (list !== undefined) notice(query, follow(query, list), [id]);
      }
    },
    stop: () => {
      unsubscribe();
      for (const state of followed.values()) {
        clearTimeout(state.timer);
        state.ids.clear();
      }
    },
  };
}

const watchedEvents = new Set<string>(['updated', 'observerAdded', 'observerRemoved', 'removed']);

export function liveListOf({ meta }: Query): LiveList<SortedItem> | undefined {
  return meta?.live;
}

/** Requests the changed items batch by batch, while the list is in view. */
async function catchUp(client: QueryClient, query: Query, state: Followed): Promise<void> {
  if (state.isBusy) return;
  state.isBusy = true;
  while (state.ids.size > 0) {
    await nextTurn(client, state.pace);
    // A first answer in progress may predate the change. A list without an answer is requested as a
    // whole.
    await untilIdle(query);
    if (!query.isActive()) break;
    if (query.state.data === undefined) state.ids.clear();
    else await patchOnce(client, query, state);
  }
  state.isBusy = false;
}

async function patchOnce(
  client: QueryClient,
  query: Query,
  { list, ids }: Followed,
): Promise<void> {
  const batch = [...ids].slice(0, LIST_IDS_MAX);
  for (const id of batch) ids.delete(id);
  if (batch.length === 0) return;
  try {
    const answer = await list.read(batch);
    // A page in progress would restore the earlier pages as they were when it was requested.
    await untilIdle(query);
    const patch = { list, requestedIds: batch, answer };
    client.setQueryData<LoadedPages<SortedItem>>(
      query.queryKey,
      (data) => data && patched(data, patch),
      { updatedAt: query.state.dataUpdatedAt },
    );
    for (const id of unanswered(patch)) ids.add(id);
  } catch (error) {
    // Items without an answer are requested again later.
    if (!isRefusal(error)) for (const id of batch) ids.add(id);
  }
}

async function untilIdle(query: Query): Promise<void> {
  while (query.state.fetchStatus !== 'idle') await Promise.allSettled([query.promise]);
}

/** Returns the milliseconds until the first item may change without a notice, or null if none may. */
function untilStaleMs(query: Query, list: LiveList<SortedItem>): number | null {
  const times = itemsOf(query).flatMap((item) => list.staleAtMs(item) ?? []);
  if (times.length === 0) return null;
  const first = times.reduce((least, ms) => Math.min(least, ms));
  return Math.max(0, first + MARGIN_MS - Date.now());
}

function staleIds(query: Query, list: LiveList<SortedItem>): string[] {
  const soonMs = Date.now() + FOLD_MS;
  const stale = itemsOf(query).filter((item) => (list.staleAtMs(item) ?? Infinity) <= soonMs);
  return stale.map((item) => list.idOf(item));
}

function itemsOf({ state }: Query): SortedItem[] {
  const data = state.data as LoadedPages<SortedItem> | undefined;
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

/**
 * Waits until the next request may start, and counts it. None starts while the page is hidden or sends a change of its
 * own, and the pauses grow while changes continue.
 */
export async function nextTurn(client: QueryClient, pace: Pace): Promise<void> {
  const ms = pace.waitMs();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
  await untilVisible();
  await untilNothingIsSent(client);
  pace.ask();
}

/** Waits until the tab is visible. */
async function untilVisible(): Promise<void> {
  if (focusManager.isFocused()) return;
  await new Promise<void>((resolve) => {
    const stop = focusManager.subscribe((isFocused) => {
      if (!isFocused) return;
      stop();
      resolve();
    });
  });
}

/** Waits for this page's own changes, because they may open another page, whose requests come first. */
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
