// Lists that are replaced while a person points at them: the item under the pointer or the focus
// does not move.
import { type FocusEvent, type PointerEvent, useState } from 'react';

export interface SteadyList<T> {
  items: readonly T[];
  /** New ones that would have pushed others away; they come once pointer and focus have left. */
  waiting: number;
}

/**
 * @param displayedKeys keys in the displayed order
 * @returns the current items in that order, without those that are gone; new ones only at the end,
 * because they move nothing there. Each item has a key of its own.
 */
export function steadyList<T>(
  displayedKeys: readonly string[],
  now: readonly T[],
  keyOf: (item: T) => string,
): SteadyList<T> {
  const byKey = new Map(now.map((item) => [keyOf(item), item]));
  const stay = displayedKeys.flatMap((key) => byKey.get(key) ?? []);
  const known = new Set(displayedKeys);
  const lastKnown = now.findLastIndex((item) => known.has(keyOf(item)));
  const added = now.slice(lastKnown + 1);
  return {
    items: [...stay, ...added],
    waiting: now.length - stay.length - added.length,
  };
}

interface SteadyOptions<T> {
  keyOf: (item: T) => string;
  /** Identity of the list: another search, order or filter applies its own order at once. */
  view: string;
}

/** @returns the list to show, and what its element listens to. */
export function useSteadyList<T>(now: readonly T[], { keyOf, view }: SteadyOptions<T>) {
  const { isInUse, listeners } = useInUse();
  const [displayed, setDisplayed] = useState<{ view: string; keys: readonly string[] }>({
    view,
    keys: [],
  });
  const isHeld = isInUse && displayed.view === view;
  const list = isHeld ? steadyList(displayed.keys, now, keyOf) : { items: now, waiting: 0 };
  const keys = list.items.map(keyOf);
  if (displayed.view !== view || !isSame(displayed.keys, keys)) setDisplayed({ view, keys });
  return { ...list, listeners };
}

/** Keeps a picture as a whole while it is in use. @returns `isBehind`: whether another one waits */
export function useSteady<T>(now: T, view: string) {
  const { isInUse, listeners } = useInUse();
  const [displayed, setDisplayed] = useState({ view, value: now });
  const isHeld = isInUse && displayed.view === view;
  if (!isHeld && (displayed.view !== view || displayed.value !== now))
    setDisplayed({ view, value: now });
  const value = isHeld ? displayed.value : now;
  return { value, isBehind: value !== now, listeners };
}

/**
 * Tracks whether the pointer or the focus is in the element; a finger enters and leaves with each
 * press.
 */
function useInUse() {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const listeners = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setPointedAt(pointerType !== 'touch'),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
  };
  return { isInUse: isPointedAt || isFocused, listeners };
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((key, at) => key === b[at]);
}
