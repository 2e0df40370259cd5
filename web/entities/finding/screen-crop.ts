// The part of a screen's image that a finding's picture shows: the marked area with enough of the screen around it.
import type { FindingPicture } from '#contract/findings.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Widths in pixels of the image. A phone's screen is always shown in its full width. */
const WIDTH_MIN = 720;
/** An area fills at most this part of the picture's width and height. */
const AREA_SHARE = 0.5;
/** Greatest height of the picture for its width: a long page is cut. */
const HEIGHT_TO_WIDTH = 1.15;

/** Returns the visible part of an image; without an area its top. */
export function cropAround(
  image: Pick<Box, 'width' | 'height'>,
  area: FindingPicture['area'],
): Box {
  if (area === null) {
    const height = Math.min(image.height, Math.round(image.width * HEIGHT_TO_WIDTH));
    return { x: 0, y: 0, width: image.width, height };
  }
  const width = Math.min(image.width, Math.max(WIDTH_MIN, area.width / AREA_SHARE));
  const height = Math.min(
    image.height,
    Math.max(Math.round(width * HEIGHT_TO_WIDTH), area.height / AREA_SHARE),
  );
  return {
    x: inside(area.x + area.width / 2 - width / 2, image.width - width),
    y: inside(area.y + area.height / 2 - height / 2, image.height - height),
    width,
    height,
  };
}

function inside(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max);
}

/** Height of the picture of a clip for its width. */
const CLIP_HEIGHT_TO_WIDTH = 9 / 16;

/** Returns the part of an image around a press, of a clip's shape. A screen that is less high is centred in it. */
export function cropAtPress(
  image: Pick<Box, 'width' | 'height'>,
  { x, y }: Pick<Box, 'x' | 'y'>,
): Box {
  const width = Math.min(image.width, WIDTH_MIN);
  const height = width * CLIP_HEIGHT_TO_WIDTH;
  return {
    x: inside(x - width / 2, image.width - width),
    y:
      image.height < height
        ? (image.height - height) / 2
        : inside(y - height / 2, image.height - height),
    width,
    height,
  };
}
