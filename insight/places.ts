// Names the target of a click: its layer, or a spot of the screen's image.
import type { ScreenLayers } from './layers.ts';

/** Pixels of a spot's side on the screen's image: half a finger's width; results join neighbours. */
export const CELL_PX = 24;

interface Press {
  targetId: string | null;
  /** The prototype reacted to the press, or null if the message has no such field. */
  reacted: boolean | null;
  /** Pixels of the screen's image, or null if the click has no place. */
  x: number | null;
  y: number | null;
}

/**
 * `layer:{node id}` of the layer that the press belongs to (layers.ts); else `cell:{column},{row}` in cells of
 * CELL_PX; null for a click without a place on a layer that is none.
 */
export function pressedPlace(
  { targetId, reacted, x, y }: Press,
  layers: ScreenLayers | undefined,
): string | null {
  const layerId = targetId === null ? null : (layers?.pressedLayer(targetId, reacted) ?? null);
  if (layerId !== null) return `layer:${layerId}`;
  if (x === null || y === null) return null;
  return `cell:${Math.floor(x / CELL_PX)},${Math.floor(y / CELL_PX)}`;
}
