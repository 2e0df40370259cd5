// Loaded lists follow updates: only changed items are requested, together, and move to their
// places.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { createListRefresh } from './list-refresh.ts';
import { type LiveList, type LoadedPages, patched, type SortedItem } from './live-list.ts';

interface Item {
  id: string;
  /** The largest first. */
  place: number;
  sortKey: string;
  staleAtMs?: number;
}

const list: LiveList<Item> = {
  idOf: ({ id }) => id,
  staleAtMs: ({ staleAtMs = null }) => staleAtMs,
  read: () => Promise.reject(new Error('not read here')),
};
const item = (id: string, place: number): Item => ({ id, place, sortKey: String(99 - place) });

/** `a9 b8 | c7` as two pages; `…` behind the last one: there is more. */
function pagesOf(text: string): LoadedPages<Item> {
  const pages = text.split('|').map((page, at, all) => {
    const items = [...page.matchAll(/([a-z])(\d+)/g)].map(([, id = '', place]) =>
      item(id, Number(place)),
    );
    const isLast = at === all.length - 1 && !text.includes('…');
    return { items, nextCursor: isLast ? null : 'more', total: 3 };
  });
  return { pages, pageParams: pages.map(() => null) };
}
const textOf = ({ pages }: LoadedPages<Item>) =>
  pages.map(({ items }) => items.map(({ id, place }) => `${id}${place}`).join(' ')).join(' | ');

test.each([
  ['stays where it is', 'a9 b8 | c7', 'b', [item('b', 8)], 'a9 b8 | c7'],
  ['goes to the front', 'a9 b8 | c7', 'c', [item('c', 10)], 'c10 a9 b8 | '],
  ['goes to the end', 'a9 b8 | c7', 'a', [item('a', 1)], 'b8 | c7 a1'],
  ['goes behind what is loaded', 'a9 b8 | c7 …', 'a', [item('a', 1)], 'b8 | c7'],
  ['is new', 'a9 b7 | c5', 'd', [item('d', 8)], 'a9 d8 b7 | c5'],
  ['is new, and there was none', '', 'd', [item('d', 8)], 'd8'],
  ['is new, and belongs behind what is loaded', 'a9 b8 …', 'd', [item('d', 1)], 'a9 b8'],
  ['is gone, from both pages that had it', 'a9 b8 | b8 c7', 'b', [], 'a9 | c7'],
  ['is gone, and another moved', 'a9 b8 | c7', 'ab', [item('b', 1)], ' | c7 b1'],
] as const)('one %s: %s, asked for %s', (...[, before, ids, items, after]) => {
  const answer = { items: [...items], nextCursor: null, total: 3 };
  const pages = patched(pagesOf(before), { list, requestedIds: [...ids], answer });
  expect(textOf(pages)).toBe(after);
});

test('what an answer that ended early does not name stays; the total is the new one', () => {
  const before = pagesOf('a9 b8 | c7');
  const answer = { items: [item('a', 9)], nextCursor: 'more', total: 7 };
  const pages = patched(before, { list, requestedIds: ['a', 'b'], answer });
  expect([textOf(pages), pages.pages.map(({ total }) => total)]).toEqual(['a9 b8 | c7', [7, 7]]);
});

test('a page without a change stays the same object', () => {
  const before = pagesOf('a9 b8 | c7');
  const answer = { items: [item('c', 6)], nextCursor: null, total: 3 };
  const { pages } = patched(before, { list, requestedIds: ['c'], answer });
  expect([pages[0] === before.pages[0], pages[1] === before.pages[1]]).toEqual([true, false]);
});

let client: QueryClient;
let stored: Item[];
const reads = vi.fn<(ids: readonly string[]) => void>();
/** Runs as the server answers. */
let answering: () => Promise<void> | void;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
  stored = [item('a', 9), item('b', 8), item('c', 7)];
  reads.mockReset();
  answering = () => undefined;
});
afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

const LIMITS = { firstMs: 250, longestMs: 4000 };
const listed = () => {
  const items = stored.toSorted((a, b) => b.place - a.place).map((one) => ({ ...one }));
  return { items, nextCursor: null, total: stored.length };
};

/** A list in view; leaving it is the answer. */
function show(queryKey = ['list']) {
  const whole = vi.fn(async ({ pageParam }: { pageParam: string | null }) => {
    if (pageParam === null) return listed();
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { ...listed(), items: [] };
  });
  const live: LiveList<Item> = {
    ...list,
    read: async (ids) => {
      reads(ids);
      await answering();
      return { ...listed(), items: listed().items.filter(({ id }) => ids.includes(id)) };
    },
  };
  const observer = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: whole,
    initialPageParam: null as string | null,
    getNextPageParam: () => 'more',
    staleTime: Number.POSITIVE_INFINITY,
    meta: { live: live as unknown as LiveList<SortedItem> },
  });
  return { whole, observer, leave: observer.subscribe(() => undefined) };
}
const visibleItems = (queryKey = ['list']) =>
  textOf(client.getQueryData<LoadedPages<Item>>(queryKey) ?? pagesOf(''));
const change = (id: string, place: number) => {
  stored = [...stored.filter((one) => one.id !== id), item(id, place)];
};

test('ten changes a second are a call in four seconds, each for what changed alone', async () => {
  const { whole } = show();
  await vi.advanceTimersByTimeAsync(0);
  const refresh = createListRefresh(client, LIMITS);
  for (let at = 0; at < 200; at += 1) {
    change('c', at);
    refresh.change({ queryKey: ['list'] }, at % 2 === 0 ? 'c' : 'b');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(reads).toHaveBeenCalledTimes(9);
  expect(reads.mock.calls.map(([ids]) => [...ids].sort().join('')).slice(0, 3)).toEqual([
    'c',
    'bc',
    'bc',
  ]);
  await vi.advanceTimersByTimeAsync(4000);
  expect(visibleItems()).toBe('c199 a9 b8');
  expect(whole).toHaveBeenCalledTimes(1);
});

test('more than one call may name wait for the next', async () => {
  show();
  await vi.advanceTimersByTimeAsync(0);
  const refresh = createListRefresh(client, LIMITS);
  for (let at = 0; at < 250; at += 1) refresh.change({ queryKey: ['list'] }, `new ${at}`);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reads.mock.calls.map(([ids]) => ids.length)).toEqual([100, 100, 50]);
});

test('a list out of view asks when it is shown again, one with another key not at all', async () => {
  const { leave, whole } = show();
  show(['other']);
  await vi.advanceTimersByTimeAsync(0);
  const refresh = createListRefresh(client, LIMITS);
  leave();
  change('c', 10);
  refresh.change({ queryKey: ['list'] }, 'c');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).not.toHaveBeenCalled();
  show();
  await vi.advanceTimersByTimeAsync(0);
  expect([visibleItems(), whole.mock.calls.length]).toEqual(['c10 a9 b8', 1]);
});

test('a list out of view forgets what is too much to ask for, and is read as a whole', async () => {
  const { leave } = show();
  await vi.advanceTimersByTimeAsync(0);
  const refresh = createListRefresh(client, LIMITS);
  leave();
  for (let at = 0; at <= 1000; at += 1) refresh.change({ queryKey: ['list'] }, `new ${at}`);
  const { whole } = show();
  await vi.advanceTimersByTimeAsync(0);
  expect([reads.mock.calls.length, whole.mock.calls.length]).toEqual([0, 1]);
});

test('a page that is loaded meanwhile takes nothing back', async () => {
  const { observer } = show();
  await vi.advanceTimersByTimeAsync(0);
  const refresh = createListRefresh(client, LIMITS);
  change('c', 10);
  const answered = Promise.withResolvers<void>();
  answering = () => answered.promise;
  refresh.change({ queryKey: ['list'] }, 'c');
  await vi.advanceTimersByTimeAsync(0);
  // It begins with the pages as they are, and ends after the answer.
  const page = observer.fetchNextPage();
  answered.resolve();
  await vi.advanceTimersByTimeAsync(500);
  await page;
  await vi.advanceTimersByTimeAsync(0);
  expect(visibleItems()).toBe('c10 a9 b8 | ');
});

test('without an answer it asks again, after a refusal not', async () => {
  show();
  await vi.advanceTimersByTimeAsync(0);
  const refresh = createListRefresh(client, LIMITS);
  const fail = (status: number) => () => {
    throw new ApiError(status, { code: '', message: '' });
  };
  answering = fail(0);
  refresh.change({ queryKey: ['list'] }, 'c');
  await vi.advanceTimersByTimeAsync(1000);
  expect(reads).toHaveBeenCalledTimes(3);
  answering = fail(400);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(reads).toHaveBeenCalledTimes(4);
});

test('what may be another one without a notice is asked for when its time comes', async () => {
  const soon = Date.now() + 30_000;
  stored = [
    item('a', 9),
    { ...item('b', 8), staleAtMs: soon },
    { ...item('c', 7), staleAtMs: soon + 900 },
  ];
  const refresh = createListRefresh(client, LIMITS);
  const { leave } = show();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(reads).not.toHaveBeenCalled();
  stored = [item('a', 9), { ...item('b', 8), staleAtMs: soon + 30_000 }, item('c', 7)];
  await vi.advanceTimersByTimeAsync(300);
  expect(reads.mock.calls).toEqual([[['b', 'c']]]);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toHaveBeenCalledTimes(1);
  refresh.stop();
});
