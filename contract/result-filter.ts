// Filter for the sessions of a test, used by every call and page of results.
import { z } from 'zod/mini';
import { NAME_MAX_CHARACTERS, STEPS_MAX } from './limits.ts';
import { listOf } from './lists.ts';
import { outcome } from './outcomes.ts';
import { stepInAddress } from './step-number.ts';
import { tagFilter } from './tags.ts';
import { isPlainText } from './text.ts';

/** A screen's number within its test. */
export const screenNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000));

/** Answers to the card after the task that a filter can select; `none`: the card was skipped. */
export const cardAnswer = z.enum([
  'did_it',
  'did_not',
  'none',
  'hard', // ease 1 to 3
  'middling', // 4 and 5
  'easy', // 6 and 7
  'helped', // wrote what would have helped
]);

export type CardAnswer = z.infer<typeof cardAnswer>;

const NOT_POSSIBLE = 'This is not one of the possible values.';

/**
 * An answer to a question, `step:word`: an option's id, `other`, `none`, `yes`, `no`, `answered`, `skipped`, or a range
 * of numbers `1..3`, both included; of SUS and UMUX-Lite a range of scores.
 */
const questionAnswer = z
  .string()
  .check(
    z.regex(
      /^\d{1,5}:([a-z0-9_-]{1,20}|-?\d{1,12}(\.\d{1,6})?\.\.-?\d{1,12}(\.\d{1,6})?)$/,
      NOT_POSSIBLE,
    ),
  );

export const answerFilter = z.union([cardAnswer, questionAnswer]);
export type AnswerFilter = z.infer<typeof answerFilter>;

/** A parameter of the share link with a value, `name:value`, the value encoded as in an address. */
const parameterFilter = z.string().check(
  z.regex(/^[A-Za-z0-9_]{1,40}:[^:]{1,400}$/, NOT_POSSIBLE),
  z.refine((text) => readParameter(text) !== null, 'This is not one of the possible values.'),
);

/** Returns a parameter with a value as filters name it. */
export function parameterText(name: string, value: string): string {
  return `${name}:${encodeURIComponent(value)}`;
}

/** Returns a parameter of a filter in its parts, or null for another text. */
export function readParameter(text: string): { name: string; value: string } | null {
  const [name = '', encoded = ''] = text.split(':');
  try {
    const value = decodeURIComponent(encoded);
    return isPlainText(value) ? { name, value } : null;
  } catch {
    // A URIError is how the runtime says that a text is not encoded.
    return null;
  }
}

/** An answer to a question in its parts. */
export type QuestionAnswer =
  | { step: number; word: string }
  | { step: number; from: number; to: number };

/** Returns an answer to a question in its parts, or null for one to the card after the task. */
export function readQuestionAnswer(answer: AnswerFilter): QuestionAnswer | null {
  const [step = '', word] = answer.split(':');
  if (word === undefined) return null;
  const [from = '', to] = word.split('..');
  if (to === undefined) return { step: Number(step), word };
  return { step: Number(step), from: Number(from), to: Number(to) };
}

/** A place from 1, of a variant or in an order. */
const placeNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(STEPS_MAX));

/** Characters of a zone's name: the longest of the time zone database has 32. */
const ZONE_MAX_CHARACTERS = 64;

function isZone(name: string): boolean {
  if (name.length > ZONE_MAX_CHARACTERS) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    // A RangeError is how the runtime says that it has no such zone.
    return false;
  }
}

/**
 * Query of every call of results, in the form of a page's address: several values of one field are joined by commas and
 * mean 'one of these', several fields mean 'all of these'. The calls reject what does not parse; pages ignore it and
 * show a notice.
 */
export const resultFilter = z.object({
  /**
   * Number of the task that the results are of; the first one when left out. That of a question, a set or a text: the
   * people who were shown it; outcomes, screens and routes are then those of the first task.
   */
  step: z.optional(stepInAddress),
  /** A revision's number, or `all`; the newest that sessions have run when left out. */
  revision: z.optional(
    z.union([z.literal('all'), z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))]),
  ),
  outcome: z.optional(listOf(outcome)),
  /** Sessions that presented all of these screens. */
  screen: z.optional(listOf(screenNumber)),
  /** A path with loops folded, as `results.paths` names it. */
  route: z.optional(z.string().check(z.maxLength(2000), z.refine(isPlainText))),
  device: z.optional(z.string().check(z.maxLength(100), z.refine(isPlainText))),
  /** One of those to the same step, and this for each of their steps. */
  answer: z.optional(listOf(answerFilter)),
  /** Sessions that began with one of these values of the same parameter, and this for each of their parameters. */
  parameter: z.optional(listOf(parameterFilter)),
  /** Sessions with one of these variants; results of a task with variants are then those of the one object. */
  variant: z.optional(listOf(placeNumber)),
  /** Sessions in which the step stood at one of these places among the steps in shuffled order. */
  turn: z.optional(listOf(placeNumber)),
  /** Sessions with a note, a clip or a text of an answer that has one of these tags. */
  tag: z.optional(tagFilter),
  /** First and last day of the session's start, in `zone`. */
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  /** Time zone of the days, such as `Europe/Athens`; UTC when left out. */
  zone: z.optional(
    z
      .string()
      .check(
        z.maxLength(ZONE_MAX_CHARACTERS),
        z.refine(isZone, { error: 'This is no time zone, such as Europe/Athens.', abort: true }),
      ),
  ),
  /** Text to find in the participant's name, in what would have helped, in notes, and in transcripts. */
  text: z.optional(z.string().check(z.maxLength(NAME_MAX_CHARACTERS), z.refine(isPlainText))),
});
export type ResultFilter = z.infer<typeof resultFilter>;

/**
 * The base of an answer (BASE_OUTCOMES): number of its people whom the filter leaves, and of all. `people` and `outside`
 * add up to the recordings that match the filter.
 */
export const filtered = z.object({
  people: z.int(),
  total: z.int(),
  /** Recordings that match the filter outside of the base, in the order of the rules. */
  outside: z.array(z.object({ outcome, people: z.int() })),
  /** The revision whose results these are, or null for all. */
  revision: z.nullable(z.int()),
  /** Sessions whose reading is being made again: their numbers are those of the one before. */
  beingRead: z.int(),
});
