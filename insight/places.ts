// What a click hit: the layer by its name, else a spot of the screen's image.
import type { ScreenGeometry } from './place.ts';

/** Pixels of a spot's side on the screen's image: half a finger's width; results join neighbours. */
export const CELL_PX = 24;
/**
 * A layer of more than this share of its screen holds other things: its name says nothing of what was pressed.
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
 * `layer:{node id}` where the pressed layer has a name, is not the screen itself and covers at most an eighth of it;
 * else `cell:{column},{row}` in cells of CELL_PX; null for a click without a place on a layer without a name.
 */
export function pressedPlace(
  { targetId, x, y }: Press,
  screen: ScreenGeometry | undefined,
): string | null {
  if (screen && targetId !== null && isNamedLayer(screen, targetId)) return `layer:${targetId}`;
  if (x === null || y === null) return null;
  return `cell:${Math.floor(x / CELL_PX)},${Math.floor(y / CELL_PX)}`;
}

function isNamedLayer({ nodeId, boxes, ...image }: ScreenGeometry, targetId: string): boolean {
  const layer = Object.hasOwn(boxes, targetId) ? boxes[targetId] : undefined;
  if (!layer?.name || targetId === nodeId) return false;
  const frame = Object.hasOwn(boxes, nodeId) ? boxes[nodeId] : undefined;
  return areaOf(layer) <= areaOf(frame ?? image) * LAYER_MAX_SHARE;
}

function areaOf({ width, height }: { width: number; height: number }): number {
  return width * height;
}
