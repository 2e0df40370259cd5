// Chance of a press in vain: the share of such presses that hit a place when people press anywhere,
// or any layer.
import type { ScreenGeometry } from './place.ts';
import { areaOf, namedLayer } from './places.ts';
import { SPOT_PX } from './spots.ts';

/** A screen of few layers has as many other places to press. */
const PLACES_MIN = 12;

/**
 * For each place of a screen the greater of the place's share of the screen's area and its share of the screen's named places and layers: people
 * press large things more often, things of many parts too, and small ones as often as any other. A screen has
 * thousands of layers: they are looked at once, not for each place.
 * @returns takes a place of `PlaceCounts`
 */
export function chancesOn(screen: ScreenGeometry): (place: string) => number {
  const { boxes, nodeId } = screen;
  const layers = Object.keys(boxes);
  const partsOf = new Map<string, number>();
  for (const layer of layers) {
    const named = namedLayer(screen, layer);
    if (named !== null) partsOf.set(named, (partsOf.get(named) ?? 0) + 1);
  }
  const screenArea = areaOf(boxes[nodeId] ?? screen);
  const ofOnePlace = 1 / Math.max(PLACES_MIN, partsOf.size);
  return (place) => {
    const id = place.startsWith('layer:') ? place.slice('layer:'.length) : null;
    const box = id === null || !Object.hasOwn(boxes, id) ? undefined : boxes[id];
    const area = (box ? areaOf(box) : SPOT_PX ** 2) / screenArea;
    const ofParts = (partsOf.get(id ?? '') ?? 0) / Math.max(PLACES_MIN, layers.length);
    return Math.min(1, Math.max(area, ofParts, ofOnePlace));
  };
}
