// Paints the layer over a screen's image: tinted places, heat, marks, or heat with marks where clicks are few.
import { HEATMAP_DOT_RADIUS_PX } from '#contract/limits.ts';
import { markedClicks } from './crowds.ts';
import { heatBins, paintHeat } from './density.ts';
import { type MarkedClick, paintMarks } from './marks.ts';
import { paintTints, type TintedPlace } from './tints.ts';

export type HeatLook = 'places' | 'heat' | 'marks' | 'heat and marks';

export interface LayerInput {
  /**
   * Clicks in pixels of the screen's image; the weight is the number of clicks that heat counts it
   * as.
   */
  clicks: readonly (MarkedClick & { weight?: number })[];
  /** Places to tint, for the look 'places'. */
  places?: readonly TintedPlace[];
  /** Size of the layer. */
  width: number;
  height: number;
  /** The layer's size in parts of the image's, 1 if not given. */
  scale?: number;
  /** Radius in pixels of the layer. */
  markRadius: number;
  look: HeatLook;
}

/** @returns RGBA rows, not premultiplied */
export function paintHeatLayer(input: LayerInput): Uint8ClampedArray<ArrayBuffer> {
  const { clicks, places = [], width, height, scale = 1, markRadius, look } = input;
  // A dot of the kernel reaches 3 pixels at least.
  const radius = Math.max(3, Math.round(HEATMAP_DOT_RADIUS_PX * scale));
  const layer =
    look === 'marks' || look === 'places'
      ? new Uint8ClampedArray(width * height * 4)
      : paintHeat({ bins: heatBins(clicks, scale), width, height, radius });
  if (look === 'places') paintTints(layer, { places, width, height, scale });
  if (look === 'heat' || look === 'places') return layer;
  const marked = look === 'marks' ? clicks : markedClicks(clicks, HEATMAP_DOT_RADIUS_PX);
  const placed = marked.map(({ x, y, missed }) => ({ x: x * scale, y: y * scale, missed }));
  paintMarks(layer, { clicks: placed, width, height, radius: markRadius });
  return layer;
}
