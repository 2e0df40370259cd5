// One heatmap PNG: the screen's image under the density of its clicks, with marks where there are few; or tinted places.
import { HEATMAP_MAX_BYTES } from '#contract/limits.ts';
import { type HeatLook, paintHeatLayer } from '#insight/heat-layer.ts';
import { type MarkedClick, markRadiusOf } from '#insight/marks.ts';
import type { TintedPlace } from '#insight/tints.ts';

/** Sizes tried until the file is small enough to be taken: a full page at 32 megapixels may not be. */
const SCALES = [1, 0.5, 0.25] as const;

/** A screen's image and the dots on it, in its pixels. */
export interface PaintJob {
  image: Blob;
  width: number;
  height: number;
  points: readonly MarkedClick[];
  /** Heat with marks where clicks are few, if not given. */
  look?: HeatLook;
  /** Places to tint, for the look 'places'. */
  places?: readonly TintedPlace[];
}

/**
 * Paints and encodes a heatmap; runs in a worker where there is one.
 * @throws when the image can't be read or no size is small enough.
 */
export async function heatmapPicture(job: PaintJob): Promise<Blob> {
  const { image, width, height, points, look = 'heat and marks', places = [] } = job;
  const picture = await createImageBitmap(image);
  try {
    const markRadius = markRadiusOf({ width });
    const heat = paintHeatLayer({ clicks: points, places, width, height, markRadius, look });
    const layer = await createImageBitmap(new ImageData(heat, width, height));
    for (const scale of SCALES) {
      const png = await encode([picture, layer], { width, height, scale });
      if (png.size <= HEATMAP_MAX_BYTES) return png;
    }
  } finally {
    picture.close();
  }
  throw new Error('The heatmap is too large at any size.');
}

/** Draws layers over each other, stretched to the same size. */
async function encode(
  layers: readonly ImageBitmap[],
  size: { width: number; height: number; scale: number },
): Promise<Blob> {
  const width = Math.max(1, Math.round(size.width * size.scale));
  const height = Math.max(1, Math.round(size.height * size.scale));
  const canvas = newCanvas(width, height);
  const context = canvas.getContext('2d') as Context | null;
  if (!context) throw new Error('The browser has no 2D canvas.');
  for (const layer of layers) context.drawImage(layer, 0, 0, width, height);
  if ('convertToBlob' in canvas) return await canvas.convertToBlob({ type: 'image/png' });
  return await new Promise((resolve, reject) => {
    canvas.toBlob((png) => {
      if (png) resolve(png);
      else reject(new Error('The canvas could not be encoded.'));
    }, 'image/png');
  });
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Safari before 16.4 has no OffscreenCanvas, so the picture is painted on a canvas of the page. */
function newCanvas(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
