// Facts of a recording that every list shows. They are separate because a creator's first screen loads them.
import { z } from 'zod/mini';
import { revisionId, sessionId } from './ids.ts';

/** `receiving` while its session runs, `ready` once it is over. Watchable in both. */
export const recordingState = z.enum(['receiving', 'ready']);

export const recordingInfo = z.object({
  id: sessionId,
  userTimestamp: z.string(),
  /** Number within the test, from 1: 'Participant 12'. */
  number: z.int(),
  participantName: z.string(),
  startedAt: z.iso.datetime(),
  /** Length of the recording, or null until the first piece has arrived. */
  durationMs: z.nullable(z.number()),
  sizeBytes: z.number(),
  state: recordingState,
  /** The participant vanished before stopping. */
  endedEarly: z.boolean(),
  /**
   * Time of the participant's last request (a piece, a message, a still, a sign of life), or null if the recording is
   * over.
   */
  lastHeardAt: z.nullable(z.iso.datetime()),
  /**
   * Milliseconds from this response until the recording counts as silent, unless its participant sends something
   * before; 0 if it is silent already; null if it is over.
   */
  silentInMs: z.nullable(z.int()),
  /** All of them: those that hit something and those that missed, with a place or without. */
  clicks: z.int(),
  /** Number of clicks that hit nothing interactive. */
  misclicks: z.int(),
  /** A picture of the shared screen; null when the client sent none. */
  posterUrl: z.nullable(z.string()),
  /** Revision of the test that the participant saw. */
  revision: z.object({
    _id: revisionId,
    /** Number from 1, which never changes. */
    number: z.int(),
    /** The test was edited after the session began, so the participant may have seen another task. */
    uncertain: z.boolean(),
  }),
});
export type RecordingInfo = z.infer<typeof recordingInfo>;
