// Screening: questions before everything else, whose answers decide who takes part.
import { z } from 'zod/mini';
import { SUBMISSIONS_MAX } from './limits.ts';
import { answerWord, ownCondition } from './step-condition.ts';

/** Rules of a screening question. They can change at any time, and participants never see them. */
export const screening = z.object({
  /** The answers with which the test ends before it begins, or null for none. */
  endsWhen: z.nullable(ownCondition),
  /** The most people who take part with an answer; answers that are not named have no limit. */
  seats: z.array(
    z.object({ word: answerWord, most: z.int().check(z.gte(1), z.lte(SUBMISSIONS_MAX)) }),
  ),
});
export type Screening = z.infer<typeof screening>;
