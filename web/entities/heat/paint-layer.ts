// Paints clicks as the bitmap over a screen's image, in a worker or, if none can start, on the
// page.
import { type HeatLook, paintHeatLayer } from '#insight/heat-layer.ts';
import type { TintedPlace } from '#insight/tints.ts';
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
  /** Places to tint, for the look 'places'. */
  places?: readonly TintedPlace[];
}

export async function paintLayer(job: LayerJob): Promise<ImageBitmap> {
  const pixels = paintHeatLayer({ ...job, clicks: unpackClicks(job.clicks) });
  return await createImageBitmap(new ImageData(pixels, job.width, job.height));
}
