// A recording: the video of a session, and what its page shows.
import { z } from 'zod';
import { sessionId, testId, uniqueId } from './ids.ts';
import { splitUserTimestamp } from './paths.ts';

/** `receiving` while its session runs, `ready` once it is over. Watchable in both. */
export const recordingState = z.enum(['receiving', 'ready']);
export type RecordingState = z.infer<typeof recordingState>;

export const recordingInfo = z.object({
  id: sessionId,
  userTimestamp: z.string(),
  participantName: z.string(),
  startedAt: z.iso.datetime(),
  /** Null until the first piece has arrived. */
  durationMs: z.number().nullable(),
  sizeBytes: z.number(),
  state: recordingState,
  /** The participant vanished before stopping. */
  endedEarly: z.boolean(),
  clicks: z.int(),
});
export type RecordingInfo = z.infer<typeof recordingInfo>;

/** A click placed on its screen image; null coordinates when it could not be placed. */
export const placedClick = z.object({
  screenId: z.string(),
  /** Milliseconds since the recording's start. */
  atMs: z.number(),
  /** Whether it hit a hotspot; false: a misclick; null: the design tool did not tell. */
  handled: z.boolean().nullable(),
  x: z.number().nullable(),
  y: z.number().nullable(),
});
export type PlacedClick = z.infer<typeof placedClick>;

export const screenVisit = z.object({
  screenId: z.string(),
  fromMs: z.number(),
  toMs: z.number().nullable(),
});

/** One screen of a recording with its image, for painting heatmaps in the review page. */
export const recordedScreen = z.object({
  screenId: z.string(),
  imageUrl: z.string(),
  width: z.int(),
  height: z.int(),
});

/** A logical path taken apart (section 3, 'Parsed recording'). */
export interface ParsedRecording {
  name: string;
  timestampMs: number;
  userTimestamp: string;
}

/**
 * Takes `/data/{company}/{test}/{name_timestamp}/recording.webm` apart; null for a malformed path,
 * which callers skip (section 3).
 */
export function parseRecordingPath(path: string): ParsedRecording | null {
  const match = /^\/data\/[^/]+\/[^/]+\/([^/]+)\/recording\.webm$/.exec(path);
  if (match?.[1] === undefined) return null;
  const userTimestamp = decodeSegment(match[1]);
  const parts = userTimestamp === null ? null : splitUserTimestamp(userTimestamp);
  if (userTimestamp === null || parts === null) return null;
  return { name: parts.participantName, timestampMs: parts.timestampMs, userTimestamp };
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // A stray '%' makes the path malformed: the caller skips it.
    return null;
  }
}

/** Answer of the recording page's address (`/api/tests/{uniqueId}/…/{userTimestamp}`). */
export const recordingDetail = recordingInfo.extend({
  test: z.object({
    _id: testId,
    uniqueId,
    name: z.string(),
    task: z.string(),
    company: z.string(),
  }),
  videoUrl: z.string(),
  clickList: z.array(placedClick),
  visits: z.array(screenVisit),
  screens: z.array(recordedScreen),
  /** Clicks that could not be placed, by reason. */
  unplaced: z.record(z.string(), z.int()),
});
export type RecordingDetail = z.infer<typeof recordingDetail>;
