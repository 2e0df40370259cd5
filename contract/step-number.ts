// The number of a step. It is separate from the steps because a participant's first screen loads it.
import { z } from 'zod/mini';
import { STEP_NUMBER_MAX } from './limits.ts';

/** A number within the test that a step retains in all revisions. */
export const stepNumber = z.int().check(z.gte(1), z.lte(STEP_NUMBER_MAX));

/** The same in an address. */
export const stepInAddress = z.coerce.number().check(z.int(), z.gte(1), z.lte(STEP_NUMBER_MAX));
