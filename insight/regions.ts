// Regions of a picture that a press hit, and their boxes among the layers of its screen.
import type { Region } from '#contract/pictures.ts';
import type { Point, ScreenGeometry } from './place.ts';

/** Returns the regions that a point lies in, the smallest first. A region's edge belongs to it. */
export function regionsAt(regions: readonly Region[], at: Point): Region[] {
  return regions
    .filter(({ corners }) => isInside(corners, at))
    .sort((a, b) => areaOf(a.corners) - areaOf(b.corners) || a.number - b.number);
}

/** Id of a region among the layers of its screen, because two steps may show one picture. */
export function regionLayer(step: number, region: number): string {
  return `${step}:${region}`;
}

/** Returns the boxes of a step's regions by their ids among layers. */
export function regionBoxes(step: number, regions: readonly Region[]): ScreenGeometry['boxes'] {
  const boxes = regions.map(({ number, name, corners }) => {
    const id = regionLayer(step, number);
    return [id, { ...boxAround(corners), name, layer: id, parts: 1 }] as const;
  });
  return Object.fromEntries(boxes);
}

/** Returns whether a line from the point to the right crosses the outline an odd number of times. */
function isInside(corners: readonly Point[], at: Point): boolean {
  let isIn = false;
  for (const [from, to] of edgesOf(corners)) {
    if (isOnEdge(from, to, at)) return true;
    const isCrossed = from.y > at.y !== to.y > at.y;
    if (isCrossed && at.x < from.x + ((at.y - from.y) / (to.y - from.y)) * (to.x - from.x)) {
      isIn = !isIn;
    }
  }
  return isIn;
}

/** Pixels within which a point counts as on an edge, because divisions are inexact. */
const EDGE_PX = 1e-6;

function isOnEdge(from: Point, to: Point, at: Point): boolean {
  const along = Math.hypot(to.x - from.x, to.y - from.y);
  const by = Math.hypot(at.x - from.x, at.y - from.y) + Math.hypot(to.x - at.x, to.y - at.y);
  return by - along <= EDGE_PX;
}

function edgesOf(corners: readonly Point[]): [Point, Point][] {
  return corners.map((corner, at) => [corner, corners[(at + 1) % corners.length] ?? corner]);
}

function areaOf(corners: readonly Point[]): number {
  const doubled = edgesOf(corners).reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0);
  return Math.abs(doubled) / 2;
}

function boxAround(corners: readonly Point[]) {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
