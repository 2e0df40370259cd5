// A test as the app's pages request it: figures about its recordings instead of the recordings.
import { z } from 'zod/mini';
import { step } from './steps.ts';
import { test } from './tests.ts';

/** Recordings of a test that run now. */
export const runningCounts = z.object({
  live: z.int(),
  /** Number of running recordings whose participants have been silent for a while. */
  silent: z.int(),
  /** Milliseconds from this answer until the first live one counts as silent, or null if none is live. */
  silentInMs: z.nullable(z.int()),
});
export type RunningCounts = z.infer<typeof runningCounts>;

/** A test in a page of the list. */
export const testSummary = z.extend(
  z.omit(test, {
    recordings: true,
    recordings_info: true,
    revision: true,
    goal: true,
    asks: true,
    steps: true,
  }),
  {
    running: runningCounts,
    /** Recordings since the query's `since`, LIST_MAX at most, or null if the query has none. */
    recordedSince: z.nullable(z.int()),
    /** A picture of the newest recording that has one, of the newest POSTERS_LOOKED_AT, or null if none has. */
    posterUrl: z.nullable(z.string()),
  },
);
export type TestSummary = z.infer<typeof testSummary>;

/** Sums over a test's recordings that have ended. */
export const recordingTotals = z.object({
  clicks: z.int(),
  misclicks: z.int(),
  durationMs: z.number(),
  /** Average length, or null if no length is known. */
  averageMs: z.nullable(z.number()),
});

/** One test, as its own page shows it. */
export const testOverview = z.extend(
  z.omit(testSummary, { recordedSince: true, posterUrl: true }),
  {
    /** Members begin other tests with it. */
    template: z.boolean(),
    /** Recordings that their participants withdrew. */
    withdrawn: z.int(),
    revision: test.shape.revision,
    goal: test.shape.goal,
    asks: test.shape.asks,
    /** Steps of the newest revision in their order, also where there is one. */
    steps: z.array(step),
    /** Totals, or null above LIST_MAX recordings, because a sum of a part would mislead. */
    totals: z.nullable(recordingTotals),
  },
);
export type TestOverview = z.infer<typeof testOverview>;
