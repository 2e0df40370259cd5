// Parses a recogniser's answer, sorts its segments and removes impossible times. Times are in milliseconds of the
// file.
import { z } from 'zod';
import type { TranscriptSegment, TranscriptWord } from '#contract/transcripts.ts';
import { type JsonBounds, parseBoundedJson } from '#server/platform/security/json-shape.ts';
import { languageOf } from './languages.ts';

export interface RecognisedSpeech {
  /** BCP 47. */
  language: string | null;
  segments: TranscriptSegment[];
}

/** Seconds; some recognisers answer a little below 0. */
const seconds = z.number().min(-60).max(1_000_000);
const word = z.object({ word: z.string(), start: seconds, end: seconds });
const words = z.array(word).nullish();

/**
 * https://platform.openai.com/docs/api-reference/audio/verbose-json-object: words beside the segments; whisper.cpp puts
 * them into the segments, and others leave one or both out.
 */
const answer = z.object({
  text: z.string(),
  language: z.unknown().optional(),
  segments: z.array(z.object({ start: seconds, end: seconds, text: z.string(), words })).nullish(),
  words,
});
type Answer = z.infer<typeof answer>;

/** Three times what recognisers answer for ten minutes of the fastest speech, each word twice and with its tokens. */
const ANSWER_BOUNDS: JsonBounds = { depth: 16, values: 120_000 };

/** @returns null for text that is no transcript, or nests too deep or has too many values for one */
export function parseSpeech(body: string): RecognisedSpeech | null {
  const parsed = answer.safeParse(parseBoundedJson(body, ANSWER_BOUNDS));
  if (!parsed.success) return null;
  const { data } = parsed;
  return { language: languageOf(data.language), segments: segmentsOf(data) };
}

function segmentsOf({ text, segments, words }: Answer): TranscriptSegment[] {
  const given = (segments ?? []).map((segment) => ({
    ...timeOf(segment),
    text: textOf(segment.text),
    words: wordsOf(segment.words),
  }));
  const beside = wordsOf(words);
  if (given.length === 0) {
    const all = beside.length > 0 ? sentences(beside) : [whole(text)];
    return all.filter((segment) => segment.text !== '');
  }
  const inOrder = given.filter((segment) => segment.text !== '').toSorted(byTime);
  if (inOrder.every((segment) => segment.words.length === 0)) shareOut(beside, inOrder);
  return inOrder.map((segment) => ({ ...segment, words: apart(segment.words) }));
}

/** A text without any time: it was spoken somewhere in the file. */
function whole(text: string): TranscriptSegment {
  return { startMs: 0, endMs: 0, text: textOf(text), words: [] };
}

function wordsOf(given: Answer['words']): TranscriptWord[] {
  return (given ?? [])
    .map((one) => ({ ...timeOf(one), text: textOf(one.word) }))
    .filter(({ text }) => text !== '')
    .toSorted(byTime);
}

function timeOf({ start, end }: { start: number; end: number }) {
  const [first, last] = start <= end ? [start, end] : [end, start];
  return {
    startMs: Math.max(0, Math.round(first * 1000)),
    endMs: Math.max(0, Math.round(last * 1000)),
  };
}

/** Returns the text on one line, without characters that a database cannot store. */
function textOf(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

function byTime(one: { startMs: number }, other: { startMs: number }): number {
  return one.startMs - other.startMs;
}

/** Each word goes to the last segment that has begun at its middle. */
function shareOut(all: readonly TranscriptWord[], segments: readonly TranscriptSegment[]): void {
  let at = 0;
  for (const one of all) {
    const middle = (one.startMs + one.endMs) / 2;
    while ((segments[at + 1]?.startMs ?? Number.POSITIVE_INFINITY) <= middle) at += 1;
    segments[at]?.words.push(one);
  }
}

/** No word lasts into the next. */
function apart(all: readonly TranscriptWord[]): TranscriptWord[] {
  return all.map((one, at) => {
    const endMs = Math.min(one.endMs, all[at + 1]?.startMs ?? one.endMs);
    return { ...one, endMs: Math.max(one.startMs, endMs) };
  });
}

/** A pause of speech, and a length that can be read. */
const PAUSE_MS = 1000;
const SEGMENT_WORDS = 16;

function sentences(all: readonly TranscriptWord[]): TranscriptSegment[] {
  const groups: TranscriptWord[][] = [];
  for (const one of apart(all)) {
    const group = groups.at(-1);
    const pause = one.startMs - (group?.at(-1)?.endMs ?? one.startMs);
    if (group && pause < PAUSE_MS && group.length < SEGMENT_WORDS) group.push(one);
    else groups.push([one]);
  }
  return groups.map((group) => segmentOf(group));
}

export function segmentOf(words: readonly TranscriptWord[]): TranscriptSegment {
  return {
    startMs: words[0]?.startMs ?? 0,
    endMs: words.at(-1)?.endMs ?? 0,
    text: words.map(({ text }) => text).join(' '),
    words: [...words],
  };
}
