// By chance: the share of presses in vain that hit a place when people press anywhere, or any layer.
import type { ScreenGeometry } from './place.ts';
import { areaOf, namedLayer } from './places.ts';
import { SPOT_PX } from './spots.ts';

/** A screen of few layers has as many other places to press. */
const PLACES_MIN = 12;

/**
 * The greater of the place's share of the screen's area and its share of the screen's named places and layers: people
 * press large things more often, things of many parts too, and small ones as often as any other.
 * @param place of `PlaceCounts`
 */
export function chanceOf(place: string, screen: ScreenGeometry): number {
  const { boxes, nodeId } = screen;
  const id = place.startsWith('layer:') ? place.slice('layer:'.length) : null;
  const box = id === null ? undefined : boxes[id];
  const area = (box ? areaOf(box) : SPOT_PX ** 2) / areaOf(boxes[nodeId] ?? screen);
  const told = Object.keys(boxes).map((layer) => namedLayer(screen, layer));
  const parts = told.filter((layer) => layer !== null && layer === id).length;
  const places = new Set(told).size - (told.includes(null) ? 1 : 0);
  const share = Math.max(
    parts / Math.max(PLACES_MIN, told.length),
    1 / Math.max(PLACES_MIN, places),
  );
  return Math.min(1, Math.max(area, share));
}
