// Where the participant's own picture stands, as a share of the room around it: it stays within at any size.

/** 0 at the left and the top edge, 1 at the right and the bottom edge. */
export interface Place {
  x: number;
  y: number;
}

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
