// Compares sizes and positions of layers for layer-rules.ts.
import type { ScreenGeometry } from './place.ts';

type Box = ScreenGeometry['boxes'][string];
export type Size = Pick<Box, 'width' | 'height'>;

/** Largest ratio of two lengths that count as equal. */
const EQUAL_RATIO = 1.05;
/** Largest ratio of the other length of two cards: texts make cards of one list differ in height. */
const CARD_RATIO = 2;
/** Largest distance of two edges of layers that cover each other, in canvas pixels. */
const SAME_EDGE_PX = 2;

export function areaOf({ width, height }: Size): number {
  return width * height;
}

/** Cards of one list have equal widths or equal heights; the other length may differ. */
export function isCardShape(a: Size, b: Size): boolean {
  const [across, down] = [ratioOf(a.width, b.width), ratioOf(a.height, b.height)];
  return Math.min(across, down) <= EQUAL_RATIO && Math.max(across, down) <= CARD_RATIO;
}

export function isSameSize(a: Size, b: Size): boolean {
  return ratioOf(a.width, b.width) <= EQUAL_RATIO && ratioOf(a.height, b.height) <= EQUAL_RATIO;
}

/** Ratio of the longer to the shorter of two lengths. A layer may have no height, such as a line. */
function ratioOf(a: number, b: number): number {
  const shorter = Math.min(a, b);
  if (shorter <= 0) return a === b ? 1 : Number.POSITIVE_INFINITY;
  return Math.max(a, b) / shorter;
}

export function isSameBox(a: Box, b: Box): boolean {
  return (
    isNear(a.x, b.x) &&
    isNear(a.y, b.y) &&
    isNear(a.x + a.width, b.x + b.width) &&
    isNear(a.y + a.height, b.y + b.height)
  );
}

function isNear(edge: number, other: number): boolean {
  return Math.abs(edge - other) <= SAME_EDGE_PX;
}

export function isIn(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
