// Results of a question, a set or a text: who was shown it, and the answers.
import { z } from 'zod/mini';
import { pageOf } from './answers.ts';
import { sessionId } from './ids.ts';
import { NAME_MAX_CHARACTERS } from './limits.ts';
import { average, proportion } from './numbers.ts';
import { filtered, resultFilter } from './result-filter.ts';
import { panelStep } from './steps.ts';
import { TAGS_MAX, tagFilter, tagInput } from './tags.ts';
import { isPlainText } from './text.ts';

/** People by answer; `word` selects them in a filter, `answer={step}:{word}`. */
const answerCount = z.object({ word: z.string(), people: z.int() });

/** People with one value of a scale or a number, or with one between two, `from` included. */
const valueCount = z.object({ from: z.number(), to: z.number(), people: z.int() });

/** The Net Promoter Score, −100 to 100, with its interval of 95 % (Rocks 2016). */
const netPromoter = z.object({
  n: z.int(),
  promoters: z.int(),
  passives: z.int(),
  detractors: z.int(),
  score: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
});

/** A published rank of a mean of the System Usability Scale. */
const susRank = z.object({
  grade: z.string(),
  percentile: z.object({ low: z.int(), high: z.int() }),
  adjective: z.string(),
});

export const questionResult = z.extend(filtered, {
  /** The step in the newest revision of the filter that has it. */
  question: panelStep,
  /** People who were shown the step, and those of them who answered; `people` and `total` count the same base. */
  visitors: z.int(),
  answered: z.int(),
  /** People of those who answered by option, of a choice and of yes or no. Options that are gone follow with their answers. */
  options: z.nullable(z.array(z.extend(answerCount, { text: z.string(), share: proportion }))),
  /** People by value, of a scale, a number and a set of one item; many different numbers are put into ten equal ranges. */
  values: z.nullable(z.array(valueCount)),
  /** Mean of `values`, or of the scores of SUS (0 to 100) and UMUX-Lite (0 to 100). */
  average: z.nullable(average),
  /** People by answer, from the lowest to the highest, for each item of a set. */
  items: z.nullable(z.array(z.array(z.int()))),
  /** Rank of the mean of SUS. */
  rank: z.nullable(susRank),
  /** The SUS that the mean of UMUX-Lite predicts. */
  predictedSus: z.nullable(z.number()),
  netPromoter: z.nullable(netPromoter),
  /** Number of texts in people's own words. */
  texts: z.int(),
});
export type QuestionResult = z.infer<typeof questionResult>;

/** Results of a question as evidence of a report. Fields that are added later are optional, because reports store it. */
export const questionPicture = z.pick(questionResult, {
  question: true,
  visitors: true,
  answered: true,
  options: true,
  values: true,
  average: true,
  rank: true,
  predictedSus: true,
  netPromoter: true,
  texts: true,
});
export type QuestionPicture = z.infer<typeof questionPicture>;

/** Maximum number of texts of a page. */
export const TEXTS_PAGE_MAX = 50;

/** Query of the texts in people's own words; `search` finds those that contain it. Its `tag` is that of the filter. */
export const answerTextsQuery = z.extend(z.omit(resultFilter, { step: true }), {
  search: z.optional(z.string().check(z.maxLength(NAME_MAX_CHARACTERS), z.refine(isPlainText))),
  /** Texts that have one of these tags themselves. */
  textTag: z.optional(tagFilter),
  /** Texts without a tag. */
  untagged: z.optional(z.literal('1')),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,12}$/))),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(TEXTS_PAGE_MAX))),
});

/** A text that a person wrote, also beside options, with its moment. */
const answerText = z.object({
  sessionId,
  userTimestamp: z.string(),
  number: z.int(),
  participantName: z.string(),
  text: z.string(),
  /** Milliseconds since the recording started, or null if no message says when. */
  atMs: z.nullable(z.number()),
  /** Tags that members gave it, in the order in which they did. */
  tags: z.array(z.string()),
});

export const answerTexts = z.extend(pageOf(answerText), {
  /** People of the filter who wrote a text, and those of them whose text has no tag. */
  people: z.int(),
  untagged: z.int(),
  /** People by tag of their text, the most first; `search`, `textTag` and `untagged` do not change them. */
  tags: z.array(z.object({ tag: z.string(), people: z.int(), share: proportion })),
});
export type AnswerTexts = z.infer<typeof answerTexts>;

const changedTags = z.array(tagInput).check(z.maxLength(TAGS_MAX));

/** Body: tags to add to the texts of these sessions and to take off them. One that is in both is taken off. */
export const textTagsChange = z.object({
  sessions: z.array(sessionId).check(z.minLength(1), z.maxLength(TEXTS_PAGE_MAX)),
  add: changedTags,
  remove: changedTags,
});
export type TextTagsChange = z.infer<typeof textTagsChange>;

/** Texts of these sessions with the tags that they have now. */
export const taggedTexts = z.object({
  texts: z.array(z.object({ sessionId, tags: z.array(z.string()) })),
});
export type TaggedTexts = z.infer<typeof taggedTexts>;
