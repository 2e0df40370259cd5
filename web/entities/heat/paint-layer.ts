// Paints clicks as the bitmap over a screen's image, in a worker or, if none can start, on the
// page.
import { HEATMAP_DOT_RADIUS_PX } from '#contract/limits.ts';
import { mostOnOnePlace } from '#insight/crowds.ts';
import { type HeatLook, paintHeatLayer } from '#insight/heat-layer.ts';
import { type PackedClicks, unpackClicks } from './packed-clicks.ts';

export interface LayerJob {
  clicks: PackedClicks;
  /** Size of the layer in pixels. */
  width: number;
  height: number;
  /** The layer's size in parts of the image's. */
  scale: number;
  /** Radius in pixels of the layer. */
  markRadius: number;
  look: HeatLook;
}

export interface PaintedLayer {
  bitmap: ImageBitmap;
  /** Number of clicks, by their weights, in the strongest place. */
  most: number;
}

export async function paintLayer(job: LayerJob): Promise<PaintedLayer> {
  const clicks = unpackClicks(job.clicks);
  const pixels = paintHeatLayer({ ...job, clicks });
  const bitmap = await createImageBitmap(new ImageData(pixels, job.width, job.height));
  return { bitmap, most: mostOnOnePlace(clicks, HEATMAP_DOT_RADIUS_PX) };
}
