// Conditions on the clicks of a screen: by layer, place, and within a lasso.
import { type RawBuilder, sql } from 'kysely';
import type { ClickLayer } from '#contract/result-screens.ts';
import { placesOf } from '#insight/spots.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import { OTHER_SCREENS } from '#server/screens/screen-numbers.db.ts';

/** Conditions on a row of `clicks`, by layer. */
export const layers: Readonly<Record<ClickLayer, RawBuilder<unknown>>> = {
  all: sql`true`,
  first: sql`is_first`,
  missed: sql`reacted IS FALSE`,
};

/** Screens without a number of their own share that of OTHER_SCREENS. */
export function isOn({ testId }: ResultsOf, nodeId: string | null): RawBuilder<boolean> {
  if (nodeId !== OTHER_SCREENS) return sql`screen_id = ${nodeId}`;
  return sql`NOT EXISTS (SELECT FROM test_screens
    WHERE test_screens.test_id = ${testId} AND test_screens.node_id = clicks.screen_id)`;
}

/** @param place `layer:…`, `cell:…`, or `spot:…` of four cells */
export function placeCondition(place: string): RawBuilder<unknown> {
  return sql`place = ANY(${placesOf(place)}::text[])`;
}

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
  // Most clicks are outside of the box: comparing with 500 corners takes some microseconds each.
  return sql`x BETWEEN ${Math.min(...xs)}::float8 AND ${Math.max(...xs)}::float8
    AND y BETWEEN ${Math.min(...ys)}::float8 AND ${Math.max(...ys)}::float8
    AND ${polygon}::polygon @> point(x, y)`;
}
