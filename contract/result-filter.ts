// Which sessions of a test results speak of: the filter of every call and page of results.
import { z } from 'zod';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { listOf } from './lists.ts';
import { outcome } from './outcomes.ts';
import { tagFilter } from './tags.ts';
import { isPlainText } from './text.ts';

/** A screen's number within its test. */
export const screenNumber = z.coerce.number().int().min(1).max(1_000_000);

/** Answers that a filter knows; `none`: the card was skipped. */
export const answerFilter = z.enum([
  'did_it',
  'did_not',
  'none',
  'hard', // ease 1 to 3
  'middling', // 4 and 5
  'easy', // 6 and 7
  'helped', // wrote what would have helped
]);

/**
 * Query of every call of results, as it stands in the address of a page: several values of one field are joined by
 * commas and mean 'one of these', several fields mean 'all of these'. What does not parse is refused by the calls;
 * pages leave it out and say so.
 */
export const resultFilter = z.object({
  /** A revision's number, or `all`; the newest that sessions have run when left out. */
  revision: z.union([z.literal('all'), z.coerce.number().int().min(1).max(1_000_000)]).optional(),
  outcome: listOf(outcome).optional(),
  /** Sessions that presented all of these screens. */
  screen: listOf(screenNumber).optional(),
  /** A path with loops folded, as `results.paths` names it. */
  route: z.string().max(2000).refine(isPlainText).optional(),
  device: z.string().max(100).refine(isPlainText).optional(),
  answer: listOf(answerFilter).optional(),
  /** Sessions with a note or a clip that has one of these tags. */
  tag: tagFilter.optional(),
  /** First and last day of the session's start, in UTC. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** In the participant's name, in what would have helped, in notes, and in what was said. */
  text: z.string().max(NAME_MAX_CHARACTERS).refine(isPlainText).optional(),
});
export type ResultFilter = z.infer<typeof resultFilter>;

/** How many people the filter leaves, of how many. */
export const filtered = z.object({
  people: z.int(),
  total: z.int(),
  /** The revision whose results these are; null: of all. */
  revision: z.int().nullable(),
  /** Sessions whose reading is being made again: their numbers are those of the one before. */
  beingRead: z.int(),
});
