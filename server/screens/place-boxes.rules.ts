// The box of a place of clicks on its screen's image, and its layer's name.
import type { ScreenLayers } from '#insight/layers.ts';
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

/** @param layers of the place's screen, or undefined if it has no image */
export function placeOnImage(
  place: string,
  layers: ScreenLayers | undefined,
): { layer: string | null; box: PlaceBox | null } {
  const box = boxOnImage(place, layers);
  const layerId = layerOf(place);
  const layer = box && layerId !== null ? (layers?.labelOf(layerId) ?? null) : null;
  return { layer, box };
}

export function boxOnImage(place: string, layers: ScreenLayers | undefined): PlaceBox | null {
  const layerId = layerOf(place);
  if (layerId === null) return boxOfSpot(place);
  const box = layers?.boxOf(layerId);
  if (!layers || !box) return null;
  const image = layers.screen;
  const frame = Object.hasOwn(image.boxes, image.nodeId) ? image.boxes[image.nodeId] : undefined;
  const scale = frame && frame.width > 0 ? image.width / frame.width : 1;
  return {
    x: (box.x - (frame?.x ?? 0)) * scale - image.origin.x,
    y: (box.y - (frame?.y ?? 0)) * scale - image.origin.y,
    width: box.width * scale,
    height: box.height * scale,
  };
}

function boxOfSpot(place: string): PlaceBox | null {
  const [, kind, column, row] = /^(cell|spot):(-?\d{1,9}),(-?\d{1,9})$/.exec(place) ?? [];
  if (column === undefined || row === undefined) return null;
  const side = kind === 'spot' ? SPOT_PX : CELL_PX;
  return { x: Number(column) * CELL_PX, y: Number(row) * CELL_PX, width: side, height: side };
}
