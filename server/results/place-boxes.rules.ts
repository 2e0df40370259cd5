// The box of a place of clicks on its screen's image, and its layer's name.
import type { ScreenGeometry } from '#insight/place.ts';
import { CELL_PX } from '#insight/places.ts';
import { SPOT_PX } from '#insight/spots.ts';

/** A box in pixels of the image. */
export interface PlaceBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The layer of a place `layer:{node id}`; null for cells and spots. */
export function layerOf(place: string): string | null {
  return place.startsWith('layer:') ? place.slice('layer:'.length) : null;
}

/** @param image with the box of the place's layer; undefined: the screen has none */
export function placeOnImage(
  place: string,
  image: ScreenGeometry | undefined,
): { layer: string | null; box: PlaceBox | null } {
  const layerId = layerOf(place);
  if (layerId === null) return { layer: null, box: boxOfSpot(place) };
  const box = boxOf(image, layerId);
  if (!image || !box) return { layer: null, box: null };
  const frame = boxOf(image, image.nodeId);
  const scale = frame && frame.width > 0 ? image.width / frame.width : 1;
  return {
    layer: box.name ?? null,
    box: {
      x: (box.x - (frame?.x ?? 0)) * scale - image.origin.x,
      y: (box.y - (frame?.y ?? 0)) * scale - image.origin.y,
      width: box.width * scale,
      height: box.height * scale,
    },
  };
}

/** Ids are anybody's words: `constructor` is no layer. */
function boxOf(image: ScreenGeometry | undefined, id: string) {
  return image && Object.hasOwn(image.boxes, id) ? image.boxes[id] : undefined;
}

function boxOfSpot(place: string): PlaceBox | null {
  const [, kind, column, row] = /^(cell|spot):(-?\d{1,9}),(-?\d{1,9})$/.exec(place) ?? [];
  if (column === undefined || row === undefined) return null;
  const side = kind === 'spot' ? SPOT_PX : CELL_PX;
  return { x: Number(column) * CELL_PX, y: Number(row) * CELL_PX, width: side, height: side };
}
