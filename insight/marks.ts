// One click as a mark: a light core in a dark ring with a light rim; a missed one has a dark core with a light cross.
import { HEAT_COLOURS } from './heat-colours.ts';

type Colour = readonly [red: number, green: number, blue: number];

export interface MarkedClick {
  /** Image pixels. */
  x: number;
  y: number;
  /** It hit nothing that reacts. */
  missed: boolean;
}

/** Discs over each other, the widest first; radii as parts of the mark's. */
interface Mark {
  discs: readonly { radius: number; colour: Colour }[];
  /** Two strokes through the middle with round ends, `reach` to each side of it both ways. */
  cross: { reach: number; width: number; colour: Colour } | null;
}

const RIM: Colour = [255, 255, 255];
const RING: Colour = [26, 10, 46];
const MISS: Colour = [179, 20, 28];

/**
 * White beside nearly black: on any ground one of the two has a contrast of 4:1 or more (white 3.9:1 on the grey
 * where the dark ring has 4.3:1). Shapes differ, so that neither colour nor its perception is needed.
 */
export const MARKS: { hit: Mark; missed: Mark } = {
  hit: {
    discs: [
      { radius: 1, colour: RIM },
      { radius: 0.82, colour: RING },
      { radius: 0.46, colour: HEAT_COLOURS[4] },
    ],
    cross: null,
  },
  missed: {
    discs: [
      { radius: 1, colour: RIM },
      { radius: 0.82, colour: RING },
      { radius: 0.68, colour: MISS },
    ],
    cross: { reach: 0.32, width: 0.22, colour: RIM },
  },
};

/**
 * Radius of the marks on a stored picture, in its pixels: wide pictures are looked at smaller than they are (a
 * heatmap is at most 500 px high on screen).
 */
export function markRadiusOf({ width }: { width: number }): number {
  return Math.min(16, Math.max(9, Math.round(width / 100)));
}

interface MarksInput {
  clicks: readonly MarkedClick[];
  width: number;
  height: number;
  /** Pixels. */
  radius: number;
}

/**
 * Paints marks over a picture, missed clicks last, else from the top to the bottom.
 * @param rgba rows of `width × height`, not premultiplied; is changed.
 */
export function paintMarks(rgba: Uint8ClampedArray, input: MarksInput): void {
  const order = input.clicks.toSorted(
    (a, b) => Number(a.missed) - Number(b.missed) || a.y - b.y || a.x - b.x,
  );
  const marks = {
    hit: markPixels(MARKS.hit, input.radius),
    missed: markPixels(MARKS.missed, input.radius),
  };
  for (const click of order) {
    putMark(rgba, { ...input, click, pixels: click.missed ? marks.missed : marks.hit });
  }
}

/** A mark's pixels around its middle, row by row. */
function markPixels(mark: Mark, radius: number): Pixel[] {
  const reach = reachOf(radius);
  const side = 2 * reach + 1;
  return Array.from({ length: side ** 2 }, (_, at) => {
    const [x, y] = [(at % side) - reach, Math.floor(at / side) - reach];
    return pixelOf(mark, { x: x / radius, y: y / radius }, radius);
  });
}

function reachOf(radius: number): number {
  return Math.ceil(radius) + 1;
}

interface PutMark extends MarksInput {
  click: MarkedClick;
  pixels: readonly Pixel[];
}

function putMark(rgba: Uint8ClampedArray, { click, pixels, width, height, radius }: PutMark): void {
  const reach = reachOf(radius);
  const side = 2 * reach + 1;
  const [left, top] = [Math.floor(click.x) - reach, Math.floor(click.y) - reach];
  for (let y = Math.max(0, top); y < Math.min(height, top + side); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(width, left + side); x += 1) {
      const pixel = pixels[(y - top) * side + x - left];
      if (pixel) blend(rgba, (y * width + x) * 4, pixel);
    }
  }
}

interface Pixel {
  colour: Colour;
  /** 0 to 1. */
  opacity: number;
}

/** A mark's pixel at a place in units of its radius; edges are softened over one pixel. */
function pixelOf({ discs, cross }: Mark, at: { x: number; y: number }, radius: number): Pixel {
  const far = Math.hypot(at.x, at.y);
  const cover = (inside: number) => Math.min(1, Math.max(0, inside * radius + 0.5));
  const [rim, ...inner] = discs;
  const colour: [number, number, number] = [...(rim?.colour ?? RIM)];
  const mix = (over: Colour, part: number) => {
    for (const channel of [0, 1, 2] as const) {
      colour[channel] += (over[channel] - colour[channel]) * part;
    }
  };
  for (const disc of inner) mix(disc.colour, cover(disc.radius - far));
  if (cross) mix(cross.colour, cover(cross.width / 2 - distanceToCross(at, cross.reach)));
  return { colour, opacity: cover((rim?.radius ?? 1) - far) };
}

function distanceToCross({ x, y }: { x: number; y: number }, reach: number): number {
  // Both strokes are one, mirrored: fold the plane into the quarter where x and y have the same sign.
  const [a, b] = [Math.abs(x), Math.abs(y)];
  const along = Math.min(reach, (a + b) / 2);
  return Math.hypot(a - along, b - along);
}

/** Source over destination, neither premultiplied. */
export function blend(rgba: Uint8ClampedArray, at: number, { colour, opacity }: Pixel): void {
  if (opacity === 0) return;
  const below = ((rgba[at + 3] ?? 0) / 255) * (1 - opacity);
  const total = opacity + below;
  for (const channel of [0, 1, 2] as const) {
    const under = rgba[at + channel] ?? 0;
    rgba[at + channel] = (colour[channel] * opacity + under * below) / total;
  }
  rgba[at + 3] = total * 255;
}
