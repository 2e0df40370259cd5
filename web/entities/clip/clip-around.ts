// The stretch of a clip: around a moment, or between two ends that a person sets.
import {
  CLIP_AFTER_MS,
  CLIP_BEFORE_MS,
  CLIP_MAX_MS,
  CLIP_MIN_MS,
  CLIP_TITLE_MAX_CHARACTERS,
} from '#contract/limits.ts';
import { formatDuration } from '#web/lib/format-time.ts';

/** Whole milliseconds since the recording's start. */
export interface Stretch {
  fromMs: number;
  toMs: number;
}

/**
 * Returns the stretch from 3 s before a moment to 10 s after it, within the recording. @param endMs
 * null if unknown
 */
export function clipAround(atMs: number, endMs: number | null): Stretch {
  const end = endMs === null ? Number.POSITIVE_INFINITY : Math.floor(endMs);
  const at = Math.min(Math.max(Math.round(atMs), 0), end);
  const toMs = Math.min(at + CLIP_AFTER_MS, end);
  return { fromMs: Math.max(0, Math.min(at - CLIP_BEFORE_MS, toMs - CLIP_MIN_MS)), toMs };
}

/** A sentence on why there can be no clip of this length, or null if there can. */
export function lengthProblem({ fromMs, toMs }: Stretch): string | null {
  if (toMs - fromMs < CLIP_MIN_MS) return 'A clip lasts 1 second at least.';
  return toMs - fromMs > CLIP_MAX_MS ? 'A clip lasts 10 minutes at most.' : null;
}

/** '0:31 – 0:41' */
export function stretchText({ fromMs, toMs }: Stretch): string {
  return `${formatDuration(fromMs)} – ${formatDuration(toMs)}`;
}

/** Marks that isolate a name within a sentence on screen (contract/bidi-isolate.ts). */
const isolates = /[\u2066-\u2069]/g;

/** A title made of our own words and names: without the marks around names, as long as one may be. */
export function shortTitle(text: string): string {
  return [...text.replace(isolates, '')].slice(0, CLIP_TITLE_MAX_CHARACTERS).join('').trim();
}

/** Number of people in a list's title: '17 people ', '1 person: ', '3 of 14 '. */
const counted = /^[\d,]+(?: (?:person|people)| of [\d,]+(?: people)?):? /;

/**
 * Returns the title for the clip of one of a list's people: '17 people pressed Snake plant' becomes 'Participant 12 at
 * 0:31: Pressed Snake plant'. A number instead of a name, because a link for viewing may hide names.
 */
export function titleOfOne(title: string, { number, atMs }: { number: number; atMs: number }) {
  const own = title.replace(counted, '');
  const what = own.charAt(0).toUpperCase() + own.slice(1);
  return `Participant ${number} at ${formatDuration(atMs)}: ${what}`;
}
