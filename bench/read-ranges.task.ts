// The task of the reading process, and its results.
import { z } from 'zod';

export const rangesTask = z.object({
  origin: z.url(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  fileBytes: z.int(),
  rangeBytes: z.int(),
  connections: z.int(),
  /** Started ranges are read to their end. */
  seconds: z.number(),
});
export type RangesTask = z.infer<typeof rangesTask>;

export const rangesOutcome = z.object({ bytes: z.int(), seconds: z.number() });
