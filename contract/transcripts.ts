// Transcripts: what people said in a recording, with the time of each word, and what members corrected.
import { z } from 'zod/mini';
import { sessionId } from './ids.ts';
import { moment } from './moments.ts';
import { resultFilter } from './result-filter.ts';
import { requiredText } from './text.ts';

/** Of one word or several, in milliseconds of the recording. */
const time = { startMs: z.int().check(z.gte(0)), endMs: z.int().check(z.gte(0)) };

export const transcriptWord = z.object({ ...time, text: z.string() });
export type TranscriptWord = z.infer<typeof transcriptWord>;

/** A stretch of speech as the recogniser cuts it; some answer no words with their times. */
export const transcriptSegment = z.object({
  ...time,
  text: z.string(),
  words: z.array(transcriptWord),
});
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

export const transcriptCorrectionId = z.uuid().brand<'TranscriptCorrectionId'>();
export type TranscriptCorrectionId = z.infer<typeof transcriptCorrectionId>;

/** What a member wrote in place of a segment's text. */
export const transcriptCorrection = z.object({
  _id: transcriptCorrectionId,
  text: z.string(),
  /** Null: the account is deleted. */
  by: z.nullable(z.string()),
  at: z.iso.datetime(),
  /** From 1; the next one names it. */
  version: z.int(),
});

/** `words` are those of the correction where there is one: words that stayed keep their times, others share the rest. */
export const shownSegment = z.extend(transcriptSegment, {
  /** As the recogniser heard it. */
  original: z.string(),
  correction: z.nullable(transcriptCorrection),
});
export type ShownSegment = z.infer<typeof shownSegment>;

/** What a transcription comes to. */
export const heardState = z.enum(['ready', 'no_sound', 'no_words']);
export type HeardState = z.infer<typeof heardState>;

/** `none`: not asked for; `no_sound` and `no_words` are results; `failed` has its reason. */
export const transcriptState = z.enum([
  'none',
  'waiting',
  'running',
  ...heardState.options,
  'failed',
]);
export type TranscriptState = z.infer<typeof transcriptState>;

/** Why a recogniser brought nothing. */
export const transcriptFailure = z.object({
  reason: z.enum(['unreachable', 'slow', 'refused', 'busy', 'nonsense', 'unreadable']),
  /** A sentence for members. */
  text: z.string(),
});
export type TranscriptFailure = z.infer<typeof transcriptFailure>;

export const transcript = z.object({
  /** Of the newest transcription; what an earlier one found stays below until it is there. */
  state: transcriptState,
  /** Host that hears people's voices; null: transcripts are off. */
  server: z.nullable(z.string()),
  /** Of the last attempt; it is tried again while `state` is `waiting`. */
  failure: z.nullable(transcriptFailure),
  attempts: z.int(),
  requestedAt: z.nullable(z.iso.datetime()),
  finishedAt: z.nullable(z.iso.datetime()),
  /** When a member may start it again (TRANSCRIPT_PAUSE_MINUTES), or null if now. */
  startableAt: z.nullable(z.iso.datetime()),
  /** Names the transcription that the segments are of; null: there is none. */
  madeBy: z.nullable(z.uuid()),
  /** Host and model. */
  engine: z.nullable(z.string()),
  /** BCP 47; null: not known. */
  language: z.nullable(z.string()),
  direction: z.enum(['ltr', 'rtl']),
  segments: z.array(shownSegment),
  /** Corrections of an earlier transcription that fit no segment of this one. */
  unfitting: z.array(z.extend(transcriptCorrection, { ...time, original: z.string() })),
});
export type Transcript = z.infer<typeof transcript>;

/** Longer than a recogniser's segment of half a minute. */
export const CORRECTION_MAX_CHARACTERS = 2000;

/** A correction of a segment; null takes it back. */
export const correctionInput = z.object({
  text: z.nullable(requiredText('Text', CORRECTION_MAX_CHARACTERS)),
  /** The transcription that the person saw. */
  madeBy: z.uuid(),
  /** The version of the segment's correction that the person saw; 0: there was none. */
  version: z.int().check(z.gte(0)),
});

/** How many recordings of a test have a transcript. */
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

/** Words that people said, all of them; with the filter of results. */
export const spokenQuery = z.extend(resultFilter, {
  words: requiredText('Words', 200),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,9}-\d{1,9}$/))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(50))),
});
export type SpokenQuery = z.infer<typeof spokenQuery>;

/** A segment in which most of the words are said; `atMs` is the first of them. */
export const spokenMoment = z.extend(moment, {
  sessionId,
  /** From 0, in the transcript. */
  segment: z.int(),
  ...time,
  /** The segment's text in pieces. */
  said: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
  language: z.nullable(z.string()),
  direction: z.enum(['ltr', 'rtl']),
});
export type SpokenMoment = z.infer<typeof spokenMoment>;

export const spokenMoments = z.object({
  items: z.array(spokenMoment),
  nextCursor: z.nullable(z.string()),
  /** Who said all the words. */
  people: z.int(),
  /** There may be more, in languages that are searched as parts of a text: not all were looked at. */
  morePeople: z.boolean(),
});
export type SpokenMoments = z.infer<typeof spokenMoments>;
