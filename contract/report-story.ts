// The story of a report: title, summary and next steps, which a member writes or a rule drafts, and the verdict on the
// target of the test.
import { z } from 'zod/mini';
import { stepNumber } from './step-number.ts';
import { optionalText } from './text.ts';

/** Maximum length of the title, one line of a page. */
export const REPORT_TITLE_MAX_CHARACTERS = 200;
/** Maximum length of the summary and of the next steps, each less than a page. */
export const REPORT_TEXT_MAX_CHARACTERS = 5000;

/** Percent of people who have to succeed. */
export const targetPercent = z.int().check(z.gte(1), z.lte(100));

/** Body: the texts as a member saw and changed them. An empty text is replaced by its draft, a title by the test's name. */
export const storyInput = z.object({
  /** The version that was seen; 0 before the first. */
  version: z.int().check(z.gte(0), z.lte(2_000_000_000)),
  title: optionalText('Title', REPORT_TITLE_MAX_CHARACTERS),
  summary: optionalText('Summary', REPORT_TEXT_MAX_CHARACTERS),
  nextSteps: optionalText('Next steps', REPORT_TEXT_MAX_CHARACTERS),
  /** The target for success, or null for a report without a verdict. */
  targetPercent: z.nullable(targetPercent),
});
export type StoryInput = z.infer<typeof storyInput>;

/** Success compared with the target. */
export const verdict = z.object({
  targetPercent,
  /** `reached`: the whole interval is at or above the target; `missed`: all of it is below. */
  state: z.enum(['reached', 'missed', 'undecided']),
  /** People who would decide it if as many of them succeed, or null if it is decided or more than 1000 would not. */
  morePeople: z.nullable(z.int()),
  /** The task that decides, in a test with several of which one has a goal; else null. */
  step: z.nullable(stepNumber),
});
export type Verdict = z.infer<typeof verdict>;

/** A text of the report. Lines of a draft that its author has not changed follow the numbers. */
const storyText = z.object({
  /** The text of now: the author's, or the draft. */
  text: z.string(),
  isDraft: z.boolean(),
  /** The draft of now, by rule from the numbers and findings. */
  draft: z.string(),
  /** The draft has changed since the text was written, where the author had replaced its lines. */
  isOutdated: z.boolean(),
});
export type StoryText = z.infer<typeof storyText>;

export const reportStory = z.object({
  version: z.int(),
  /** The author's title, or empty. */
  title: z.string(),
  summary: storyText,
  nextSteps: storyText,
  verdict: z.nullable(verdict),
});
export type ReportStory = z.infer<typeof reportStory>;
