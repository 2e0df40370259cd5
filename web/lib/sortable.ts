// Drag and drop of list items by pointer or finger, over the browser's own (decision 68). Buttons
// beside them do the same for the keyboard.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The dragged item: its kind, by which lists accept or reject it, and its id. */
interface Dragged {
  kind: string;
  id: string;
}

/** The half of the item below that the pointer is over. */
export type Edge = 'before' | 'after';

interface Sortable extends Dragged {
  /** Kinds that may be dropped at it, joined by spaces; empty: none. */
  accepts: string;
  onDropped?: (dragged: Dragged, edge: Edge) => void;
}

/** A thing that is dragged by its handle, and at which others are dropped. */
export function useSortable<E extends HTMLElement>({ kind, id, accepts, onDropped }: Sortable) {
  const element = useRef<E>(null);
  const handle = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<Edge | null>(null);
  const [isDragged, setDragged] = useState(false);
  const drop = useNewest(onDropped);
  useEffect(() => {
    const [own, grip] = [element.current, handle.current];
    if (own === null || grip === null) return;
    const edgeAt = ({ clientY }: { clientY: number }): Edge => {
      const { top, height } = own.getBoundingClientRect();
      return clientY < top + height / 2 ? 'before' : 'after';
    };
    return combine(
      draggable({
        element: own,
        dragHandle: grip,
        getInitialData: () => ({ kind, id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      }),
      dropTargetForElements({
        element: own,
        canDrop: ({ source }) => takes(accepts, source.data) && source.data.id !== id,
        onDrag: ({ location }) => setEdge(edgeAt(location.current.input)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, location, self }) => {
          setEdge(null);
          // One inside another: the inner one has it.
          if (location.current.dropTargets[0]?.element !== self.element) return;
          drop.current?.(draggedOf(source.data), edgeAt(location.current.input));
        },
      }),
    );
  }, [kind, id, accepts, drop]);
  return { element, handle, edge, isDragged };
}

/** A place that takes things as a whole, such as an empty list. */
export function useDropPlace<E extends HTMLElement>(
  accepts: string,
  onDropped: (dragged: Dragged) => void,
) {
  const element = useRef<E>(null);
  const [isOver, setOver] = useState(false);
  const drop = useNewest(onDropped);
  useEffect(() => {
    const own = element.current;
    if (own === null) return;
    return dropTargetForElements({
      element: own,
      canDrop: ({ source }) => takes(accepts, source.data),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source, location, self }) => {
        setOver(false);
        if (location.current.dropTargets[0]?.element === self.element) {
          drop.current(draggedOf(source.data));
        }
      },
    });
  }, [accepts, drop]);
  return { element, isOver };
}

function useNewest<T>(value: T) {
  const newest = useRef(value);
  useLayoutEffect(() => {
    newest.current = value;
  });
  return newest;
}

const takes = (accepts: string, { kind }: Record<string | symbol, unknown>) =>
  accepts.split(' ').some((each) => each !== '' && each === kind);
const draggedOf = ({ kind, id }: Record<string | symbol, unknown>): Dragged => ({
  kind: String(kind),
  id: String(id),
});

/** A key among others, moved to before or after another one. */
export function movedTo(
  keys: readonly string[],
  key: string,
  { to, edge }: { to: string; edge: Edge },
): string[] {
  const others = keys.filter((each) => each !== key);
  const at = others.indexOf(to);
  if (at < 0) return [...keys];
  return others.toSpliced(edge === 'before' ? at : at + 1, 0, key);
}

/** A key one place up (-1) or down (1); at the end it stays. */
export function movedBy(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const at = keys.indexOf(key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= keys.length) return [...keys];
  return keys.toSpliced(at, 1).toSpliced(to, 0, key);
}
