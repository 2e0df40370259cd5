// One heatmap PNG: the screen's image under the density of its clicks.
import { HEATMAP_DOT_RADIUS_PX, HEATMAP_MAX_BYTES } from '#contract/limits.ts';
import type { Point } from '#insight/clicks.ts';
import { paintHeat } from '#insight/density.ts';
import type { LoadedScreen } from './screen-images.ts';

/** Sizes tried until the file is small enough to be taken: a full page at 32 megapixels may not be. */
const SCALES = [1, 0.5, 0.25] as const;

/**
 * Paints and encodes a heatmap.
 * @param points in pixels of the screen's image.
 * @throws when the image can't be read or no size is small enough.
 */
export async function heatmapPicture(
  { screen, image }: LoadedScreen,
  points: readonly Point[],
): Promise<Blob> {
  const picture = await createImageBitmap(image);
  try {
    const { width, height } = screen;
    const heat = paintHeat({ points, width, height, radius: HEATMAP_DOT_RADIUS_PX });
    const layer = await createImageBitmap(new ImageData(heat, width, height));
    for (const scale of SCALES) {
      const png = await encode([picture, layer], { width, height, scale });
      if (png.size <= HEATMAP_MAX_BYTES) return png;
    }
  } finally {
    picture.close();
  }
  throw new Error(`The heatmap of ${screen.nodeId} is too large at any size.`);
}

/** Draws layers over each other, stretched to the same size. */
async function encode(
  layers: readonly ImageBitmap[],
  size: { width: number; height: number; scale: number },
): Promise<Blob> {
  const width = Math.max(1, Math.round(size.width * size.scale));
  const height = Math.max(1, Math.round(size.height * size.scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no 2D canvas.');
  for (const layer of layers) context.drawImage(layer, 0, 0, width, height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((png) => {
      if (png) resolve(png);
      else reject(new Error('The canvas could not be encoded.'));
    }, 'image/png');
  });
}
