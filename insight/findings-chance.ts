// By chance: the share of presses in vain that hit a place when people press anywhere, or any layer.
import type { ScreenGeometry } from './place.ts';
import { areaOf, namedLayer } from './places.ts';
import { SPOT_PX } from './spots.ts';

/** A screen of few layers has as many other places to press. */
const PLACES_MIN = 20;

/**
 * The greater of the place's share of the screen's area and one among its named layers: people press large things
 * more often, and small ones as often as any other.
 * @param place of `PlaceCounts`
 */
export function chanceOf(place: string, screen: ScreenGeometry): number {
  const { boxes, nodeId } = screen;
  const layers = new Set(Object.keys(boxes).map((id) => namedLayer(screen, id)));
  layers.delete(null);
  const box = place.startsWith('layer:') ? boxes[place.slice('layer:'.length)] : undefined;
  const area = box ? areaOf(box) : SPOT_PX ** 2;
  const ofArea = area / areaOf(boxes[nodeId] ?? screen);
  return Math.min(1, Math.max(ofArea, 1 / Math.max(PLACES_MIN, layers.size)));
}
