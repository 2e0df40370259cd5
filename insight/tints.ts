// Places of a screen tinted by the number of their people or clicks; those where nothing reacts have their own colour.
import { HEATMAP_DOT_RADIUS_PX } from '#contract/limits.ts';
import { areaOf } from './box-shapes.ts';
import { blend } from './marks.ts';

export interface TintedPlace {
  /** Area in pixels of the screen's image. */
  box: { x: number; y: number; width: number; height: number };
  /** Number of people or clicks. */
  count: number;
  reacts: boolean;
  /** A layer is tinted as a whole; a spot without one becomes a soft dot around its middle. */
  isLayer: boolean;
}

interface Tint {
  colour: readonly [red: number, green: number, blue: number];
  /** Opacity of a place without anybody, and of the place with most; 0 to 1. */
  opacity: { least: number; most: number };
}

/** A press in vain is what one looks for, so its tint is stronger than the one of as many presses that worked. */
export const TINTS: { reacts: Tint; dead: Tint } = {
  reacts: { colour: [61, 23, 135], opacity: { least: 0.12, most: 0.42 } },
  dead: { colour: [214, 30, 38], opacity: { least: 0.28, most: 0.75 } },
};

/** Stripes make the dead places visible without their colour: width of a stripe and of the gap behind it, in pixels. */
const STRIPE_PX = 6;
const GAP_OPACITY = 0.72;
/** Edge of a place in pixels: a white line around a coloured one is visible on any ground. */
const EDGE = { rim: 1, line: 2, rimColour: [255, 255, 255, 230], opacity: 0.95 };

interface TintsInput {
  places: readonly TintedPlace[];
  /** Size of the layer in pixels. */
  width: number;
  height: number;
  /** The layer's size in parts of the image's. */
  scale: number;
}

/**
 * Paints layers, smaller ones over those around them, and spots over both.
 * @param rgba transparent rows of `width × height`, not premultiplied; is changed.
 */
export function paintTints(rgba: Uint8ClampedArray, { places, ...layer }: TintsInput): void {
  const most = mostInPlace(places);
  const order = places.toSorted(
    (a, b) => Number(b.isLayer) - Number(a.isLayer) || areaOf(b.box) - areaOf(a.box),
  );
  for (const place of order) paintTint(rgba, { ...layer, place, share: place.count / most });
}

/** Returns the number of people or clicks in the place with most, or 0 without places. */
export function mostInPlace(places: readonly Pick<TintedPlace, 'count'>[]): number {
  return places.reduce((most, { count }) => Math.max(most, count), 0);
}

interface PaintTint extends Omit<TintsInput, 'places'> {
  place: TintedPlace;
  /** Count as a part of the largest one. */
  share: number;
}

function paintTint(rgba: Uint8ClampedArray, { place, share, width, height, scale }: PaintTint) {
  const { colour, opacity } = place.reacts ? TINTS.reacts : TINTS.dead;
  const inside = opacity.least + (opacity.most - opacity.least) * share;
  const area = areaOnLayer(place, scale);
  for (let y = Math.max(0, area.top); y < Math.min(height, area.bottom); y += 1) {
    for (let x = Math.max(0, area.left); x < Math.min(width, area.right); x += 1) {
      const at = (y * width + x) * 4;
      const isGap = !place.reacts && (x + y) % (2 * STRIPE_PX) >= STRIPE_PX;
      const strength = inside * (isGap ? GAP_OPACITY : 1);
      if (place.isLayer) rgba.set(layerPixel({ x, y }, area, { colour, opacity: strength }), at);
      else blend(rgba, at, { colour, opacity: strength * bellAt({ x, y }, area) });
    }
  }
}

/** Edges in pixels of the painted layer; `right` and `bottom` are behind the last. */
interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function areaOnLayer({ box, isLayer }: TintedPlace, scale: number): Area {
  const spread = isLayer ? 0 : HEATMAP_DOT_RADIUS_PX - Math.min(box.width, box.height) / 2;
  const left = Math.round((box.x - spread) * scale);
  const top = Math.round((box.y - spread) * scale);
  const right = Math.round((box.x + box.width + spread) * scale);
  const bottom = Math.round((box.y + box.height + spread) * scale);
  return { left, top, right: Math.max(left + 1, right), bottom: Math.max(top + 1, bottom) };
}

interface Pixel {
  colour: Tint['colour'];
  opacity: number;
}

/** RGBA of a layer's pixel: its edge, or what is inside of it. */
function layerPixel(at: { x: number; y: number }, area: Area, { colour, opacity }: Pixel) {
  const { x, y } = at;
  const toEdge = Math.min(x - area.left, y - area.top, area.right - 1 - x, area.bottom - 1 - y);
  if (toEdge < EDGE.rim) return EDGE.rimColour;
  return [...colour, 255 * (toEdge < EDGE.rim + EDGE.line ? EDGE.opacity : opacity)];
}

/** 1 in the middle of a dot, falling smoothly to 0 at its radius. */
function bellAt({ x, y }: { x: number; y: number }, { left, top, right, bottom }: Area): number {
  const across = (2 * (x + 0.5 - left)) / (right - left) - 1;
  const down = (2 * (y + 0.5 - top)) / (bottom - top) - 1;
  return Math.max(0, 1 - across ** 2 - down ** 2) ** 2;
}
