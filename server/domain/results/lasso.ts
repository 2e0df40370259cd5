// Clicks within a lasso: corners on the screen's image → a condition on x and y.
import { type RawBuilder, sql } from 'kysely';

/**
 * @param corners `x:y` in pixels of the image, at least three. What the line goes round an even number of times at
 * its crossings is outside; a click on the line is inside.
 */
export function areaCondition(corners: readonly string[]): RawBuilder<unknown> {
  const points = corners.map((corner) => corner.split(':').map(Number));
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis] ?? 0)) as [
    number[],
    number[],
  ];
  const polygon = `(${points.map(([x, y]) => `(${x},${y})`).join(',')})`;
  // Most clicks lie outside of the box: comparing with 500 corners takes some microseconds each.
  return sql`x BETWEEN ${Math.min(...xs)}::float8 AND ${Math.max(...xs)}::float8
    AND y BETWEEN ${Math.min(...ys)}::float8 AND ${Math.max(...ys)}::float8
    AND ${polygon}::polygon @> point(x, y)`;
}
