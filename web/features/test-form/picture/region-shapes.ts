// Shapes of regions while they are drawn: corners in whole pixels of the picture, never beyond it.
export interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

export function withinPicture({ x, y }: Point, { width, height }: Size): Point {
  const within = (value: number, most: number) => Math.round(Math.min(most, Math.max(0, value)));
  return { x: within(x, width), y: within(y, height) };
}

/** Returns the corners of the rectangle between two opposite ones. */
export function cornersOf(from: Point, to: Point): Point[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)].map(Math.round);
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)].map(Math.round);
  const [x1 = 0, x2 = 0, y1 = 0, y2 = 0] = [left, right, top, bottom];
  return [
    { x: x1, y: y1 },
    { x: x2, y: y1 },
    { x: x2, y: y2 },
    { x: x1, y: y2 },
  ];
}

/** Moves a region as far as the picture allows. */
export function moved(corners: readonly Point[], by: Point, { width, height }: Size): Point[] {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const within = (value: number, least: number, most: number) =>
    Math.min(most, Math.max(least, value));
  const x = within(by.x, -Math.min(...xs), width - Math.max(...xs));
  const y = within(by.y, -Math.min(...ys), height - Math.max(...ys));
  return corners.map((corner) => ({ x: corner.x + x, y: corner.y + y }));
}

/** Least width and height of a region in pixels. */
const LEAST_PX = 4;

/** Changes a region's size; its upper left corner stays. */
export function resized(corners: readonly Point[], by: Point, size: Size): Point[] {
  const [left, top] = [
    Math.min(...corners.map(({ x }) => x)),
    Math.min(...corners.map(({ y }) => y)),
  ];
  const width = Math.max(...corners.map(({ x }) => x)) - left;
  const height = Math.max(...corners.map(({ y }) => y)) - top;
  const scaleX = Math.max(LEAST_PX, width + by.x) / width;
  const scaleY = Math.max(LEAST_PX, height + by.y) / height;
  return corners.map(({ x, y }) =>
    withinPicture({ x: left + (x - left) * scaleX, y: top + (y - top) * scaleY }, size),
  );
}

/** Returns a rectangle in the middle of a picture. */
export function firstRectangle({ width, height }: Size): Point[] {
  const [from, to] = [0.375, 0.625];
  return cornersOf({ x: width * from, y: height * from }, { x: width * to, y: height * to });
}

/** Returns an outline in the middle of a picture: six corners, which keys move to where they belong. */
export function firstOutline({ width, height }: Size): Point[] {
  const places = [
    [0.4, 0.4],
    [0.5, 0.375],
    [0.6, 0.4],
    [0.6, 0.6],
    [0.5, 0.625],
    [0.4, 0.6],
  ] as const;
  return places.map(([x, y]) => ({ x: Math.round(x * width), y: Math.round(y * height) }));
}

/** Moves one corner as far as the picture allows. */
export function movedCorner(
  corners: readonly Point[],
  at: number,
  { by, size }: { by: Point; size: Size },
): Point[] {
  return corners.map((corner, index) =>
    index === at ? withinPicture({ x: corner.x + by.x, y: corner.y + by.y }, size) : corner,
  );
}

/** Adds a corner halfway to the next one. */
export function withCorner(corners: readonly Point[], at: number): Point[] {
  const [from, to] = [corners[at], corners[(at + 1) % corners.length]];
  if (!from || !to) return [...corners];
  const middle = { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) };
  return corners.toSpliced(at + 1, 0, middle);
}

/** Removes a corner, unless fewer than three would be left. */
export function withoutCorner(corners: readonly Point[], at: number): Point[] {
  return corners.length > 3 ? corners.toSpliced(at, 1) : [...corners];
}
