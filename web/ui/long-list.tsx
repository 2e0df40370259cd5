// A list of any length: as it is up to a few dozen items, beyond that only what is in view and a little around it is in
// the page. On paper it is whole.
import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { ChunkLoadError } from './error-page.tsx';
import type { LongListProps } from './windowed-list.tsx';

/** Two screens of cards; a page with as many has some 3,000 elements. */
const WHOLE_MAX = 60;

const load = () => import('./windowed-list.tsx');
const WindowedList = lazy(async () => {
  try {
    return { default: (await load()).WindowedList };
  } catch (error) {
    throw new ChunkLoadError(error);
  }
});

export function LongList<Item>(props: LongListProps<Item>) {
  const { items, total } = props;
  const isPrinted = useIsPrinted();
  const isMoreThere = total > items.length;
  useEffect(() => {
    // Loads the next page's code before the page. A failure shows when it is used.
    if (isMoreThere) load().catch(() => undefined);
  }, [isMoreThere]);
  if (isPrinted || items.length <= WHOLE_MAX) return <WholeList {...props} />;
  const beginning = { ...props, items: items.slice(0, WHOLE_MAX) };
  return (
    <Suspense fallback={<WholeList {...beginning} />}>
      <WindowedList {...(props as LongListProps<unknown>)} />
    </Suspense>
  );
}

function WholeList<Item>({ items, total, itemOf, ...rest }: LongListProps<Item>) {
  const { keyOf: _key, itemHeight: _height, gap: _gap, ...list } = rest;
  return (
    <ul {...list}>
      {items.map((item, at) =>
        itemOf(
          item,
          total > items.length ? { 'aria-posinset': at + 1, 'aria-setsize': total } : {},
        ),
      )}
    </ul>
  );
}

/** Between the browser's `beforeprint` and `afterprint`. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinted;
}
