// Findings of a test's report: a sentence, a text and evidence, added by rule or written by a member; and the report
// itself.
import { z } from 'zod/mini';
import { clip } from './clips.ts';
import { clipId, findingId, noteId } from './ids.ts';
import { EVIDENCE_MAX } from './limits.ts';
import { authorship, listedNote, seenVersion } from './notes.ts';
import { average, proportion } from './numbers.ts';
import { outcome } from './outcomes.ts';
import { numberInput, numberValue, reportNumber } from './report-numbers.ts';
import { reportStory } from './report-story.ts';
import { questionPicture } from './result-questions.ts';
import { namedScreen } from './screen-names.ts';
import { stepNumber } from './step-number.ts';
import { optionalText, requiredText } from './text.ts';

/** Maximum length of the sentence that is shown as a heading. */
export const SENTENCE_MAX_CHARACTERS = 300;
/** Maximum length of the text under the sentence, some paragraphs. */
export const FINDING_TEXT_MAX_CHARACTERS = 10_000;
/** Maximum length of what a finding recommends, one paragraph. */
export const RECOMMENDATION_MAX_CHARACTERS = 2000;

export const evidenceId = z.uuid();

/** Why a clip or a note is not there any more: it was deleted, or its participant withdrew. */
export const gone = z.enum(['deleted', 'withdrawn']);
export type Gone = z.infer<typeof gone>;

/** Evidence of a finding, in order. A deleted clip or note leaves its place. */
export const evidence = z.discriminatedUnion('kind', [
  z.object({ id: evidenceId, kind: z.literal('clip'), clip: z.union([clip, gone]) }),
  z.object({ id: evidenceId, kind: z.literal('note'), note: z.union([listedNote, gone]) }),
  z.object({ id: evidenceId, kind: z.literal('number'), number: reportNumber }),
]);
export type Evidence = z.infer<typeof evidence>;

/** The severity of a problem (Nielsen 1994, without his 0): 1 cosmetic, 2 minor, 3 major, 4 critical. */
export const severity = z.literal([1, 2, 3, 4]);
export type Severity = z.infer<typeof severity>;

/** Each change of its texts, severity or evidence is another version, a move is none. */
export const finding = z.extend(authorship, {
  id: findingId,
  sentence: z.string(),
  text: z.string(),
  /**
   * The value is true if the finding was added from 'Where it went wrong'; the sentence may have been changed since.
   */
  isByRule: z.boolean(),
  /** The severity, or null until a member rates the finding. */
  severity: z.nullable(severity),
  recommendation: z.string(),
  evidence: z.array(evidence),
});
export type Finding = z.infer<typeof finding>;

const sentence = requiredText('Sentence', SENTENCE_MAX_CHARACTERS);
const text = optionalText('Text', FINDING_TEXT_MAX_CHARACTERS);
const recommendation = optionalText('Recommendation', RECOMMENDATION_MAX_CHARACTERS);

export const evidenceInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clip'), clipId }),
  z.object({ kind: z.literal('note'), noteId }),
  z.object({ kind: z.literal('number'), number: numberInput }),
]);
export type EvidenceInput = z.infer<typeof evidenceInput>;

export const findingInput = z.object({
  sentence,
  text: z._default(text, ''),
  /** The first evidence of a finding by rule is its number. The same finding is stored only once. */
  isByRule: z._default(z.boolean(), false),
  severity: z._default(z.nullable(severity), null),
  recommendation: z._default(recommendation, ''),
  evidence: z._default(z.array(evidenceInput).check(z.maxLength(EVIDENCE_MAX)), []),
});
export type FindingInput = z.input<typeof findingInput>;

/** Body: texts and order of evidence as a member saw and changed them; evidence that is not named goes. */
export const findingChange = z.object({
  version: seenVersion,
  sentence,
  text,
  /** Severity and recommendation stay as they are where they are left out. */
  severity: z.optional(z.nullable(severity)),
  recommendation: z.optional(recommendation),
  evidence: z.array(evidenceId).check(z.maxLength(EVIDENCE_MAX)),
});
export type FindingChange = z.infer<typeof findingChange>;

/** A task, question or set of a revision. */
const reportStep = z.object({
  step: stepNumber,
  kind: z.enum(['task', 'question', 'set']),
  /** The task or the question as participants read it, or the title of the set. */
  text: z.string(),
  /** Place among the objects of one task, from 1; left out for a task with one object, and without a task. */
  variant: z.optional(z.int()),
  /** Link of the task, or null without a task. */
  prototypeUrl: z.nullable(z.string()),
});
export type ReportStep = z.infer<typeof reportStep>;

/** Task and participants of one revision. */
const reportRevision = z.object({
  /** Number of the revision, or null if it was changed before anyone recorded in it. */
  number: z.nullable(z.int()),
  /** The first task. */
  task: z.string(),
  /** Tasks, questions and sets in their order; empty for a revision with one task alone. */
  steps: z.array(reportStep),
  prototypeUrl: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  /** People of the base (BASE_OUTCOMES), and recordings outside of it. */
  people: z.int(),
  excluded: z.int(),
  /** Start of the first and the last of them, or null without any. */
  from: z.nullable(z.iso.datetime()),
  to: z.nullable(z.iso.datetime()),
  /** People of the base by browser and system, the most frequent first; unknown ones are left out. */
  devices: z.array(z.object({ device: z.string(), people: z.int() })),
});
export type ReportRevision = z.infer<typeof reportRevision>;

/** People by outcome in the order of the rules, those outside n too; outcomes without people are left out. */
const peopleByOutcome = z.array(z.object({ outcome, people: z.int() }));

/** The cover of a report: what the newest revision with recordings came to, at the time of the answer. */
const reportCover = z.object({
  /** Number of that revision, or null while the test has none. */
  revision: z.nullable(z.int()),
  at: z.iso.datetime(),
  people: z.int(),
  /** Names of the goal's screens; empty for a goal that members judge, and without a goal. */
  goalScreens: z.array(z.string()),
  /** Success, or null without a goal. */
  success: z.nullable(proportion),
  outcomes: peopleByOutcome,
  timeToGoal: z.nullable(average),
  ease: average,
  /** The tasks of a test with several; empty for one. The other numbers are those of the first task. */
  tasks: z.array(
    z.object({
      step: stepNumber,
      task: z.string(),
      /** People who were shown the task. */
      arrivals: z.int(),
      /** Place among the objects of one task, from 1; left out for a task with one object. */
      variant: z.optional(z.int()),
      /** Success, or null without a goal. */
      success: z.nullable(proportion),
      outcomes: peopleByOutcome,
      timeToGoal: z.nullable(average),
      ease: average,
      /** The screen where a variant begins, or null without variants and for a page that reports no screens. */
      start: z.nullable(namedScreen),
    }),
  ),
  /** Results of the questions and sets of the newest revision, in their order. */
  questions: z.array(questionPicture),
  /** People who opened the link of that revision, began, and were ended by a screening question. */
  funnel: z.object({ opened: z.int(), started: z.int(), screenedOut: z.int() }),
  /** Explanations of how the three numbers are computed. */
  definitions: z.object({ success: z.string(), timeToGoal: z.string(), ease: z.string() }),
  /** Clips of the report that show people of the cover. */
  clips: z.array(clipId),
});
export type ReportCover = z.infer<typeof reportCover>;

/** The screen of a finding's first number about a screen, with the place that the number is about. */
const findingPicture = z.object({
  screen: namedScreen,
  /** Area on the screen's image, in its pixels, or null for the whole screen. */
  area: z.nullable(
    z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  ),
});
export type FindingPicture = z.infer<typeof findingPicture>;

/** A press in a clip: on a place of its finding if there is one, else one without a reaction, else the first. */
const clipPress = z.object({
  screen: namedScreen,
  /** Pixels of the screen's image. */
  x: z.number(),
  y: z.number(),
  /** Milliseconds from the recording's start. */
  atMs: z.number(),
});
export type ClipPress = z.infer<typeof clipPress>;

/** Evidence as the report shows it: value, title and subtitle of a number are those of now. */
const reportEvidence = z.discriminatedUnion('kind', [
  z.object({
    id: evidenceId,
    kind: z.literal('clip'),
    clip: z.union([clip, gone]),
    /** The press that its picture marks, or null if no press in it has a known place. */
    press: z.nullable(clipPress),
  }),
  z.object({ id: evidenceId, kind: z.literal('note'), note: z.union([listedNote, gone]) }),
  z.object({
    id: evidenceId,
    kind: z.literal('number'),
    number: reportNumber,
    /** Clips of the report that show people of the number. */
    clips: z.array(clipId),
  }),
]);
export type ReportEvidence = z.infer<typeof reportEvidence>;

/** A finding as the report shows it. */
const reportFinding = z.extend(finding, {
  evidence: z.array(reportEvidence),
  picture: z.nullable(findingPicture),
});
export type ReportFinding = z.infer<typeof reportFinding>;

/** The report of a test. */
export const report = z.object({
  cover: reportCover,
  story: reportStory,
  testName: z.string(),
  company: z.string(),
  /** Revisions that were taken, the newest first; the newest of all when none was. */
  revisions: z.array(reportRevision).check(z.minLength(1)),
  /** Findings, the most severe first, and those of one severity in the order that members chose. */
  findings: z.array(reportFinding),
});
export type Report = z.infer<typeof report>;

/** Evidence that is a number, as it is now. */
export const numbersNow = z.object({
  numbers: z.array(z.object({ id: evidenceId, value: z.nullable(numberValue) })),
});
