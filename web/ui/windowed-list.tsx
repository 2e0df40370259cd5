// The part of a long list that is in view, a little around it, and the row that had the focus last;
// empty room replaces the rest. Rows are as many items wide as the list's grid has columns.
import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type FocusEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** Rows above and below what is in view: the next one is there for the Tab key, and while a page is scrolled. */
const ROWS_AROUND = 2;

/**
 * Properties of an item's element: its position, for screen readers, and the measurement of its
 * height.
 */
export type ItemPlace = Pick<ComponentProps<'li'>, 'ref' | 'aria-posinset' | 'aria-setsize'> & {
  'data-index'?: number;
};

export interface LongListProps<Item> extends Omit<ComponentProps<'ul'>, 'children' | 'ref'> {
  items: readonly Item[];
  /** Number of items, loaded or not. */
  total: number;
  keyOf: (item: Item) => string;
  /** Height of an item that was not in view yet, in pixels. */
  itemHeight: number;
  /** Between rows, in pixels. */
  gap?: number;
  /** Gives the element of an item, with its key. */
  itemOf: (item: Item, place: ItemPlace) => ReactNode;
}

export function WindowedList<Item>(props: LongListProps<Item>) {
  const { items, total, keyOf, itemHeight, gap = 0, itemOf, ...list } = props;
  const element = useRef<HTMLUListElement>(null);
  const { columns, top, width } = usePlace(element);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const focusedRow = Math.floor(items.findIndex((item) => keyOf(item) === focusedKey) / columns);
  const rows = Math.ceil(items.length / columns);
  const virtualizer = useWindowVirtualizer({
    count: rows,
    gap,
    scrollMargin: top,
    overscan: ROWS_AROUND,
    estimateSize: () => itemHeight,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return focusedRow < 0 || focusedRow >= rows
        ? indexes
        : [...new Set([...indexes, focusedRow])].sort(byNumber);
    },
  });
  // Other widths, other heights: none of those that were measured holds.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width is what changes them
  useLayoutEffect(() => virtualizer.measure(), [width, virtualizer]);
  const keepFocused = ({ target }: FocusEvent) => {
    const at = target.closest('[aria-posinset]')?.getAttribute('aria-posinset');
    const item = items[Number(at) - 1];
    if (item !== undefined) setFocusedKey(keyOf(item));
  };
  const visibleRows = virtualizer.getVirtualItems();
  const end = virtualizer.getTotalSize() + top;
  const placeOf = (row: number, at: number) => ({
    'aria-posinset': at + 1,
    'aria-setsize': total,
    ...(at === row * columns && { 'data-index': row, ref: virtualizer.measureElement }),
  });
  return (
    <ul
      {...list}
      ref={element}
      onFocus={(event) => {
        keepFocused(event);
        list.onFocus?.(event);
      }}
    >
      {visibleRows.map((row, index) => (
        <Fragment key={row.key}>
          <Room px={row.start - endOf(visibleRows[index - 1], { top, gap }) - gap} />
          {items
            .slice(row.index * columns, (row.index + 1) * columns)
            .map((item, at) => itemOf(item, placeOf(row.index, row.index * columns + at)))}
        </Fragment>
      ))}
      <Room px={end - endOf(visibleRows.at(-1), { top, gap })} />
    </ul>
  );
}

const byNumber = (a: number, b: number) => a - b;

/** Returns the end of a row, with its gap. */
function endOf(row: VirtualItem | undefined, { top, gap }: { top: number; gap: number }): number {
  return row === undefined ? top : row.end + gap;
}

/** Empty room for rows that are not in the page. */
function Room({ px }: { px: number }) {
  return px > 0 ? <li aria-hidden className="col-span-full" style={{ height: px }} /> : null;
}

/** Measures the list's top in the document, its width, and the number of columns of its grid. */
function usePlace(element: RefObject<HTMLUListElement | null>) {
  const [place, setPlace] = useState({ columns: 1, top: 0, width: 0 });
  useLayoutEffect(() => {
    const list = element.current;
    if (list === null) return;
    const read = () => {
      const { gridTemplateColumns, display } = getComputedStyle(list);
      const columns = display === 'grid' ? gridTemplateColumns.split(' ').length : 1;
      const box = list.getBoundingClientRect();
      const [top, width] = [Math.round(box.top + scrollY), Math.round(box.width)];
      setPlace((before) =>
        before.columns === columns && before.top === top && before.width === width
          ? before
          : { columns, top, width },
      );
    };
    read();
    const sizes = new ResizeObserver(read);
    sizes.observe(list);
    // Content above the list may appear and disappear.
    sizes.observe(document.body);
    return () => sizes.disconnect();
  }, [element]);
  return place;
}
