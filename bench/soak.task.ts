// The task of the process with the soak's participants, and its results.
import { z } from 'zod';
import { sessionId } from '#contract/ids.ts';
import { createdTest } from './participants.ts';

/**
 * stays: records to the end and finishes. returns: the tab is lost in the middle, the person opens the
 * link again later. vanishes: the tab is lost and the participant never comes back.
 */
export const fate = z.enum(['stays', 'returns', 'vanishes']);

export const soakTask = z.object({
  origin: z.url(),
  test: createdTest,
  /** Path of the video that all record (lane.ts). */
  video: z.string(),
  seed: z.int(),
  sessions: z.int(),
  atOnce: z.int(),
  /** A recording lasts between a quarter of this and this. */
  longestSeconds: z.number(),
});
export type SoakTask = z.infer<typeof soakTask>;

/** How it went for one participant. Bytes count from the recording's start. */
export const ending = z.object({
  /** Null when no session could be started. */
  sessionId: sessionId.nullable(),
  /** Which lane of the video was recorded. */
  lane: z.int(),
  fate,
  recordedBytes: z.int(),
  /** In the browser's spool, at the end of the recording or when the tab was lost. */
  spooledBytes: z.int(),
  acknowledgedBytes: z.int(),
  /** How the upload ended; a vanished one never does. */
  phase: z.string(),
});
export type Ending = z.infer<typeof ending>;

export const soakOutcome = z.object({ cuts: z.int(), endings: z.array(ending) });
