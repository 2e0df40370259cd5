// Transcripts: the words of a recording, each with its time, and corrections by members.
import { z } from 'zod/mini';
import { sessionId } from './ids.ts';
import { moment } from './moments.ts';
import { resultFilter } from './result-filter.ts';
import { requiredText } from './text.ts';

/** Time of one word or several, in milliseconds of the recording. */
const time = { startMs: z.int().check(z.gte(0)), endMs: z.int().check(z.gte(0)) };

export const transcriptWord = z.object({ ...time, text: z.string() });
export type TranscriptWord = z.infer<typeof transcriptWord>;

/** A segment of speech, as the recogniser divided it. `words` is empty if the recogniser reports no times of words. */
export const transcriptSegment = z.object({
  ...time,
  text: z.string(),
  words: z.array(transcriptWord),
});
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

export const transcriptCorrectionId = z.uuid().brand<'TranscriptCorrectionId'>();
export type TranscriptCorrectionId = z.infer<typeof transcriptCorrectionId>;

/** Text that a member wrote in place of a segment's text. */
export const transcriptCorrection = z.object({
  _id: transcriptCorrectionId,
  text: z.string(),
  /** Name of the member, or null if the account is deleted. */
  by: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** Version, from 1. The next correction must contain it. */
  version: z.int(),
});

/**
 * A corrected segment has the `words` of the correction: unchanged words retain their times, and the others share the
 * rest.
 */
export const displayedSegment = z.extend(transcriptSegment, {
  /** The recogniser's text. */
  original: z.string(),
  correction: z.nullable(transcriptCorrection),
});
export type DisplayedSegment = z.infer<typeof displayedSegment>;

/** Result of a transcription. */
export const transcriptionResult = z.enum(['ready', 'no_sound', 'no_words']);
export type TranscriptionResult = z.infer<typeof transcriptionResult>;

/** State of a transcription. `none`: no one has requested it. `failed`: `failure` contains the reason. */
export const transcriptState = z.enum([
  'none',
  'waiting',
  'running',
  ...transcriptionResult.options,
  'failed',
]);
export type TranscriptState = z.infer<typeof transcriptState>;

/** Reason why a transcription failed. */
export const transcriptFailure = z.object({
  reason: z.enum(['unreachable', 'slow', 'refused', 'busy', 'nonsense', 'unreadable']),
  /** A sentence for members. */
  text: z.string(),
});
export type TranscriptFailure = z.infer<typeof transcriptFailure>;

export const transcript = z.object({
  /** State of the newest transcription. Until it is ready, the fields below are those of an earlier one. */
  state: transcriptState,
  /** Host that transcribes people's voices, or null if transcripts are off. */
  server: z.nullable(z.string()),
  /** Failure of the last attempt; the server retries while `state` is `waiting`. */
  failure: z.nullable(transcriptFailure),
  attempts: z.int(),
  requestedAt: z.nullable(z.iso.datetime()),
  finishedAt: z.nullable(z.iso.datetime()),
  /** When a member may start it again (TRANSCRIPT_PAUSE_MINUTES), or null if now. */
  startableAt: z.nullable(z.iso.datetime()),
  /** Id of the transcription that produced the segments, or null if there is none. */
  madeBy: z.nullable(z.uuid()),
  /** Host and model of the recogniser. */
  engine: z.nullable(z.string()),
  /** Language as a BCP 47 tag, or null if it is unknown. */
  language: z.nullable(z.string()),
  direction: z.enum(['ltr', 'rtl']),
  segments: z.array(displayedSegment),
  /** Corrections of an earlier transcription that fit no segment of this one. */
  unfitting: z.array(z.extend(transcriptCorrection, { ...time, original: z.string() })),
});
export type Transcript = z.infer<typeof transcript>;

/** Maximum length of a correction. A segment of half a minute is shorter. */
export const CORRECTION_MAX_CHARACTERS = 2000;

/** Correction of a segment. A null text restores the recogniser's text. */
export const correctionInput = z.object({
  text: z.nullable(requiredText('Text', CORRECTION_MAX_CHARACTERS)),
  /** The transcription that the person saw. */
  madeBy: z.uuid(),
  /** The version of the segment's correction that the person saw, or 0 if there was none. */
  version: z.int().check(z.gte(0)),
});

/** Number of a test's recordings with and without a transcript. */
export const transcriptCounts = z.object({
  server: z.nullable(z.string()),
  recordings: z.int(),
  states: z.record(transcriptState, z.int()),
  /** When a member may start the first of those that lack a transcript, or null if now. */
  startableAt: z.nullable(z.iso.datetime()),
});
export type TranscriptCounts = z.infer<typeof transcriptCounts>;

export const transcriptFormat = z.enum(['vtt', 'srt', 'txt']);
export type TranscriptFormat = z.infer<typeof transcriptFormat>;

/** Query for words that were all spoken in a session, with the filter of results. */
export const spokenQuery = z.extend(resultFilter, {
  words: requiredText('Words', 200),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}-\d{1,9}$/))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(50))),
});
export type SpokenQuery = z.infer<typeof spokenQuery>;

/** A segment that contains most of the words. `atMs` is the time of the first of them. */
export const spokenMoment = z.extend(moment, {
  sessionId,
  /** Index in the transcript, from 0. */
  segment: z.int(),
  ...time,
  /** The segment's text in pieces, with the matching ones marked. */
  said: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
  language: z.nullable(z.string()),
  direction: z.enum(['ltr', 'rtl']),
});
export type SpokenMoment = z.infer<typeof spokenMoment>;

export const spokenMoments = z.object({
  items: z.array(spokenMoment),
  nextCursor: z.nullable(z.string()),
  /** Number of people who spoke all the words. */
  people: z.int(),
  /** More people may match, because languages without stems are searched text by text, up to a limit. */
  morePeople: z.boolean(),
});
export type SpokenMoments = z.infer<typeof spokenMoments>;
