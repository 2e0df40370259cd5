// Names the target of a click: its layer, or a spot of the screen's image.
import type { ScreenGeometry } from './place.ts';

/** Pixels of a spot's side on the screen's image: half a finger's width; results join neighbours. */
export const CELL_PX = 24;
/**
 * A layer of more than this share of its screen contains other things, so its name does not
 * identify the target.
 * A card or a banner over the whole width of a screen is smaller.
 */
const LAYER_MAX_SHARE = 1 / 8;

interface Press {
  targetId: string | null;
  /** Pixels of the screen's image; null: the click has no place. */
  x: number | null;
  y: number | null;
}

/**
 * `layer:{node id}` of the pressed layer, or of the card or button that it is part of, where that has a name, is not
 * the screen itself and covers at most an eighth of it; else `cell:{column},{row}` in cells of CELL_PX; null for a
 * click without a place on a layer without a name.
 */
export function pressedPlace(
  { targetId, x, y }: Press,
  screen: ScreenGeometry | undefined,
): string | null {
  const layerId = screen && targetId !== null ? namedLayer(screen, targetId) : null;
  if (layerId !== null) return `layer:${layerId}`;
  if (x === null || y === null) return null;
  return `cell:${Math.floor(x / CELL_PX)},${Math.floor(y / CELL_PX)}`;
}

export function namedLayer(
  { nodeId, boxes, ...image }: ScreenGeometry,
  targetId: string,
): string | null {
  const boxOf = (id: string) => (Object.hasOwn(boxes, id) ? boxes[id] : undefined);
  const layerId = boxOf(targetId)?.partOf ?? targetId;
  const layer = boxOf(layerId);
  if (!layer?.name || layerId === nodeId) return null;
  return areaOf(layer) <= areaOf(boxOf(nodeId) ?? image) * LAYER_MAX_SHARE ? layerId : null;
}

export function areaOf({ width, height }: { width: number; height: number }): number {
  return width * height;
}
