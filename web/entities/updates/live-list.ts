// Merges changed items into a list that was loaded page by page.
import type { InfiniteData } from '@tanstack/react-query';

/** Item of a sorted list. */
export interface SortedItem {
  /** Key that orders the items of a list. */
  sortKey: string;
}

export interface ListPage<Item> {
  items: Item[];
  /** Cursor of the next page, or null at the last one. */
  nextCursor: string | null;
  /** Number of items in all pages. */
  total: number;
}

export type LoadedPages<Item> = InfiniteData<ListPage<Item>, string | null>;

/** Functions that update a list; part of its query's `meta`. */
export interface LiveList<Item extends SortedItem> {
  idOf(item: Item): string;
  /** Returns the time (epoch milliseconds) at which the item may change without a notice, or null if it never does. */
  staleAtMs(item: Item): number | null;
  /** Requests the items with these ids. An answer with a cursor does not contain all of them. */
  read(ids: readonly string[]): Promise<ListPage<Item>>;
}

/** Request for items of a list, and its answer. */
interface Patch<Item extends SortedItem> {
  list: LiveList<Item>;
  requestedIds: readonly string[];
  answer: ListPage<Item>;
}

/**
 * Merges an answer into the loaded pages: each item moves to its place in the list's order, and
 * items that are gone or belong behind the last loaded page are left out. Unchanged pages stay the
 * same objects.
 */
export function patched<Item extends SortedItem>(
  data: LoadedPages<Item>,
  patch: Patch<Item>,
): LoadedPages<Item> {
  const { list, answer } = patch;
  const fresh = new Map(answer.items.map((item) => [list.idOf(item), item]));
  const gone = new Set(answer.nextCursor === null ? patch.requestedIds : []);
  const placed = new Set<string>();
  const inPlace = (item: Item): Item[] => {
    const id = list.idOf(item);
    const now = fresh.get(id);
    if (now === undefined) return gone.has(id) ? [] : [item];
    if (placed.has(id) || item.sortKey !== now.sortKey) return [];
    placed.add(id);
    return [now];
  };
  const pages = data.pages.map((page) => withItems(page, page.items.flatMap(inPlace)));
  for (const [id, item] of fresh) if (!placed.has(id)) insert(pages, item);
  return { ...data, pages: pages.map((page) => withTotal(page, answer.total)) };
}

/** Returns the requested ids that the answer does not contain because it ended early. */
export function unanswered<Item extends SortedItem>({
  list,
  requestedIds,
  answer,
}: Patch<Item>): string[] {
  if (answer.nextCursor === null) return [];
  const known = new Set(answer.items.map((item) => list.idOf(item)));
  return requestedIds.filter((id) => !known.has(id));
}

function insert<Item extends SortedItem>(pages: ListPage<Item>[], item: Item): void {
  for (const [at, page] of pages.entries()) {
    const before = page.items.findIndex((other) => item.sortKey < other.sortKey);
    const isEnd = before === -1 && at === pages.length - 1 && page.nextCursor === null;
    if (before === -1 && !isEnd) continue;
    pages[at] = {
      ...page,
      items: page.items.toSpliced(isEnd ? page.items.length : before, 0, item),
    };
    return;
  }
}

function withItems<Item>(page: ListPage<Item>, items: Item[]): ListPage<Item> {
  const isSame =
    items.length === page.items.length && items.every((item, at) => item === page.items[at]);
  return isSame ? page : { ...page, items };
}

function withTotal<Item>(page: ListPage<Item>, total: number): ListPage<Item> {
  return page.total === total ? page : { ...page, total };
}
