// The place of a press in pixels of a picture, whatever the picture's size on the page.
import type { SharedPicture } from '#contract/pictures.ts';

export interface PicturePoint {
  x: number;
  y: number;
}

/** Parts of a pixel that are kept: more than any pointer reports. */
const PARTS = 100;

/** @param share place from the upper left corner in shares of width and height */
export function pressAt(
  share: PicturePoint,
  { width, height }: Pick<SharedPicture, 'width' | 'height'>,
): PicturePoint {
  return { x: within(share.x, width), y: within(share.y, height) };
}

/** The far edge belongs to the last pixel: the crosshair can stand on it. */
function within(share: number, size: number): number {
  const parts = Math.floor(share * size * PARTS);
  return share === 1 ? size - 1 / PARTS : parts / PARTS;
}
