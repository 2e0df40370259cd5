// The participant's own picture over the prototype. It can be dragged, moved to a corner by click or arrow key, and
// hidden.
import { EyeOff, Video } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useStore } from '#web/lib/use-store.ts';
import { classNames } from '#web/ui/class-names.ts';
import { CameraCircle } from './camera-circle.tsx';
import type { Participation } from './participation.ts';

/** A smaller movement counts as a click. */
const DRAG_FROM_PX = 4;

export function SelfView({ participation: { devices } }: { participation: Participation }) {
  const stream = useStore(devices, (state) => state.stream);
  const hasCamera = useStore(devices, (state) => state.hasCamera);
  const [place, setPlace] = useState<Place>(BOTTOM_LEFT);
  const [isHidden, setHidden] = useState(false);
  const drag = useDrag(place, setPlace);
  if (!hasCamera) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = arrowPlace(event.key, place);
    if (to === null) return;
    event.preventDefault();
    setPlace(to);
  };
  const [left, top] = [`${place.x * 100}%`, `${place.y * 100}%`];
  return (
    <div className="pointer-events-none absolute inset-4 z-10">
      <div
        className="group pointer-events-auto absolute"
        style={{ left, top, translate: `-${left} -${top}` }}
      >
        {!isHidden && (
          <button
            type="button"
            aria-label="Move your picture"
            title="Drag it, or press it or an arrow key, to move it"
            className="block cursor-grab touch-none select-none rounded-full active:cursor-grabbing"
            onKeyDown={onKeyDown}
            {...drag}
          >
            <CameraCircle stream={stream} hasCamera className="size-24 shadow-lg sm:size-28" />
          </button>
        )}
        <Toggle isHidden={isHidden} onToggle={() => setHidden(!isHidden)} />
      </div>
    </div>
  );
}

/** One button for both states, so that the keyboard focus stays on it. */
function Toggle({ isHidden, onToggle }: { isHidden: boolean; onToggle: () => void }) {
  const label = isHidden ? 'Show your picture' : 'Hide your picture';
  const Icon = isHidden ? Video : EyeOff;
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onToggle}
      className={classNames(
        'grid place-items-center rounded-full border border-line-strong bg-surface text-text shadow-md hover:bg-hover',
        isHidden
          ? 'size-11'
          : 'absolute -top-1 -right-1 size-8 opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
      )}
    >
      <Icon aria-hidden className={isHidden ? 'size-5' : 'size-4'} />
    </button>
  );
}

interface Grip {
  pointer: { x: number; y: number };
  place: Place;
  /** Space in each direction in which the picture can move, in px. */
  room: { x: number; y: number };
}

/** Pointer capture prevents the frame below from receiving the pointer. */
function useDrag(place: Place, setPlace: (to: Place) => void) {
  const grip = useRef<Grip | null>(null);
  const isDragged = useRef(false);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      isDragged.current = false;
      grip.current = gripOf(event, place);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      // The pointer was released over the prototype, whose frame does not report it.
      if (event.buttons === 0) grip.current = null;
      if (!grip.current) return;
      const { pointer, place: from, room } = grip.current;
      const by = { x: event.clientX - pointer.x, y: event.clientY - pointer.y };
      isDragged.current ||= Math.hypot(by.x, by.y) >= DRAG_FROM_PX;
      if (isDragged.current) setPlace(draggedPlace(from, { by, room }));
    },
    onLostPointerCapture: () => {
      grip.current = null;
    },
    onClick: () => {
      if (!isDragged.current) setPlace(nextCorner(place));
      isDragged.current = false;
    },
  };
}

function gripOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>, place: Place) {
  const picture = currentTarget.getBoundingClientRect();
  const around = currentTarget.parentElement?.parentElement?.getBoundingClientRect() ?? picture;
  return {
    pointer: { x: clientX, y: clientY },
    place,
    room: { x: around.width - picture.width, y: around.height - picture.height },
  };
}

/** 0 at the left and the top edge, 1 at the right and the bottom edge. */
interface Place {
  x: number;
  y: number;
}

/** Position of the participant's own picture, as a share of the space around it, so it stays inside at any size. */
export const BOTTOM_LEFT: Place = { x: 0, y: 1 };

const arrows: Record<string, Partial<Place>> = {
  ArrowLeft: { x: 0 },
  ArrowRight: { x: 1 },
  ArrowUp: { y: 0 },
  ArrowDown: { y: 1 },
};

/** An arrow key sends it to that edge; null for other keys. */
export function arrowPlace(key: string, place: Place): Place | null {
  const edge = Object.hasOwn(arrows, key) ? arrows[key] : undefined;
  return edge ? { ...place, ...edge } : null;
}

/** Clockwise, from the corner it is nearest to. */
export function nextCorner({ x, y }: Place): Place {
  const isRight = x > 0.5;
  const isLow = y > 0.5;
  if (isLow) return isRight ? { x: 0, y: 1 } : { x: 0, y: 0 };
  return isRight ? { x: 1, y: 1 } : { x: 1, y: 0 };
}

/**
 * @param by how far the pointer went, in px.
 * @param room how far the picture can go, in px; 0 or less where it fills its surroundings.
 */
export function draggedPlace(
  from: Place,
  { by, room }: Record<'by' | 'room', { x: number; y: number }>,
): Place {
  return { x: moved(from.x, by.x, room.x), y: moved(from.y, by.y, room.y) };
}

function moved(from: number, byPx: number, roomPx: number): number {
  return roomPx <= 0 ? from : Math.min(1, Math.max(0, from + byPx / roomPx));
}
