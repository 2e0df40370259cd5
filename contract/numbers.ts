// Numbers with their intervals, as insight/numbers computes them (docs/metrics.md).
import { z } from 'zod/mini';
import { sessionId } from './ids.ts';

/** k of n with its interval of 95 % (Wilson); below n = 5 there are counts alone. */
export const proportion = z.object({
  k: z.int(),
  n: z.int(),
  /** 0 to 1; null below n = 5. */
  share: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
});
export type Proportion = z.infer<typeof proportion>;

/**
 * A middle value with its interval of 95 %; `kind` names the statistic. The interval is null where n is too small for
 * it.
 */
export const average = z.object({
  n: z.int(),
  kind: z.enum(['geometric_mean', 'median', 'mean']),
  value: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  /** Quartiles, with a median. */
  q1: z.nullable(z.number()),
  q3: z.nullable(z.number()),
});
export type Average = z.infer<typeof average>;

/** A difference of two groups, or a ratio of their times, with its interval of 95 %. */
export const difference = z.object({
  value: z.number(),
  low: z.number(),
  high: z.number(),
  /** The interval excludes 0, of a ratio 1. */
  isShown: z.boolean(),
});
export type Difference = z.infer<typeof difference>;

/** Times of people in milliseconds: one value each, or a histogram above DOTS_MAX. */
export const times = z.object({
  average,
  /** Single values in ascending order, or null above DOTS_MAX people. */
  values: z.nullable(z.array(z.object({ sessionId, ms: z.number(), isOutlier: z.boolean() }))),
  /** Equal steps of the logarithm; empty when `values` are there. */
  histogram: z.array(z.object({ fromMs: z.number(), toMs: z.number(), people: z.int() })),
});
export type Times = z.infer<typeof times>;

/** Above so many people dots would be a blur. */
export const DOTS_MAX = 300;
