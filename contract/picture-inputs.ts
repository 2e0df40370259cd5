// Pictures in the body of calls that create or change a test.
import { z } from 'zod/mini';
import {
  PICTURE_SECONDS_MAX,
  REGION_CORNERS_MAX,
  REGION_NAME_MAX_CHARACTERS,
  REGIONS_MAX,
} from './limits.ts';
import { pictureMode } from './pictures.ts';
import { requiredText } from './text.ts';

const regionInput = z.object({
  /** Goals and results name a region by its number in the step. */
  number: z.int().check(z.gte(1), z.lte(REGIONS_MAX)),
  name: requiredText('Name of a region', REGION_NAME_MAX_CHARACTERS),
  /** Corners of the outline in pixels of the picture, in their order; a rectangle has four. */
  corners: z
    .array(z.object({ x: z.number(), y: z.number() }))
    .check(
      z.minLength(3, 'A region has at least three corners.'),
      z.maxLength(REGION_CORNERS_MAX, `A region can have at most ${REGION_CORNERS_MAX} corners.`),
    ),
});

const SECONDS = `Enter 1 to ${PICTURE_SECONDS_MAX} seconds.`;

export const pictureTaskInput = z
  .object({
    mode: pictureMode,
    seconds: z._default(
      z.nullable(z.int(SECONDS).check(z.gte(1, SECONDS), z.lte(PICTURE_SECONDS_MAX, SECONDS))),
      null,
    ),
    regions: z._default(
      z.array(regionInput).check(
        z.maxLength(REGIONS_MAX, `A picture can have at most ${REGIONS_MAX} regions.`),
        z.refine(
          (regions) => areDifferent(regions.map(({ number }) => number)),
          'Two regions have the same number.',
        ),
        z.refine(
          (regions) => areDifferent(regions.map(({ name }) => name)),
          'Two regions have the same name.',
        ),
      ),
      [],
    ),
  })
  .check(
    z.refine(({ mode, seconds }) => (mode === 'seconds') === (seconds !== null), {
      path: ['seconds'],
      message: SECONDS,
    }),
  );

/** The picture of a question or an option, or null for none; none as well if it is left out. */
export const pictureInput = z.optional(z.nullable(z.uuid()));

export function areDifferent(values: readonly (string | number)[]): boolean {
  return new Set(values).size === values.length;
}
