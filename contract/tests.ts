// A test: name, task, prototype link; its settings and when it takes submissions.
import { z } from 'zod/mini';
import { goal } from './goals.ts';
import { revisionId, testId, uniqueId } from './ids.ts';
import { NAME_MAX_CHARACTERS, SUBMISSIONS_MAX, TASK_MAX_CHARACTERS } from './limits.ts';
import { prototypeLink } from './prototype-link.ts';
import { recordingInfo } from './recording-info.ts';
import { stepNumber } from './step-number.ts';
import { panelStep, step, taskStep } from './steps.ts';
import { taskQuestion } from './task-questions.ts';
import { requiredText } from './text.ts';

/** Fields of the form of a test (sections 2 and 5). */
export const testForm = z.object({
  name: requiredText('Name', NAME_MAX_CHARACTERS),
  task: requiredText('Task', TASK_MAX_CHARACTERS),
  figmaUrl: prototypeLink,
});
export type TestForm = z.infer<typeof testForm>;

export const test = z.extend(testForm, {
  _id: testId,
  uniqueId,
  company: z.string(),
  /** Absolute share link. */
  link: z.string(),
  /** Closed by hand, past its date, or full. */
  closed: z.boolean(),
  count_of_recordings: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** The newest revision: the current task and link. */
  revision: z.object({
    _id: revisionId,
    /** Number from 1; one that was replaced and ran later may have a higher number. */
    number: z.int(),
    createdAt: z.iso.datetime(),
    /** The value is true if a session of this revision has begun: from then on a change is a new revision. */
    hasSessions: z.boolean(),
  }),
  /** Goal of the newest revision. It can change at any time; outcomes are then computed again. */
  goal: z.nullable(goal),
  asks: z.array(taskQuestion),
  /**
   * Steps of the newest revision in their order, if there are several; `task`, `figmaUrl`, `goal` and `asks` are those of
   * the first task. A client that knows one task may send a test back as it came.
   */
  steps: z.optional(z.array(step)),
  /** Logical paths `/data/{company}/{name}/{name_timestamp}/recording.webm`, newest first. */
  recordings: z.array(z.string()),
  recordings_info: z.array(recordingInfo),
  /** Epoch milliseconds of the newest recording. */
  storedTimeStamp: z.nullable(z.number()),
});
export type Test = z.infer<typeof test>;

/** Task and link of a test at a time. */
export const testRevision = z.object({
  _id: revisionId,
  number: z.int(),
  createdAt: z.iso.datetime(),
  /** The first task. */
  task: z.string(),
  figmaUrl: z.string(),
  steps: z.array(
    z.discriminatedUnion('kind', [
      z.pick(taskStep, {
        number: true,
        kind: true,
        task: true,
        figmaUrl: true,
        shownWhen: true,
        shuffled: true,
        variant: true,
      }),
      ...panelStep.def.options,
    ]),
  ),
  /** Sessions that have run it. */
  sessions: z.int(),
  /** Texts that were corrected after sessions had read them, the latest first. */
  corrections: z.array(
    z.object({
      step: stepNumber,
      before: z.string(),
      after: z.string(),
      at: z.iso.datetime(),
      /** Name of the author, or null if their account is deleted. */
      by: z.nullable(z.string()),
    }),
  ),
});
export type TestRevision = z.infer<typeof testRevision>;

/** A test's settings: under the names of section 5 on the wire, under ours in the code. */
export const testSettings = z.codec(
  z.object({
    /** State of the switch: closed by hand. `closed` of a test also includes dates and limits. */
    closed: z.boolean(),
    /** An instant in UTC, or null without a scheduled close. */
    close_date: z.nullable(z.iso.datetime()),
    /** Maximum number of submissions, or null for no limit. */
    number_of_submission: z.nullable(z.int()),
    /** Repeat submissions are allowed. */
    duplicate: z.boolean(),
  }),
  z.object({
    closedByHand: z.boolean(),
    closeDate: z.nullable(z.iso.datetime()),
    submissionLimit: z.nullable(z.int()),
    allowRepeat: z.boolean(),
  }),
  {
    decode: (wire) => ({
      closedByHand: wire.closed,
      closeDate: wire.close_date,
      submissionLimit: wire.number_of_submission,
      allowRepeat: wire.duplicate,
    }),
    encode: (settings) => ({
      closed: settings.closedByHand,
      close_date: settings.closeDate,
      number_of_submission: settings.submissionLimit,
      duplicate: settings.allowRepeat,
    }),
  },
);
export type TestSettings = z.output<typeof testSettings>;

const CLOSE_DATE_INVALID = 'Please enter a valid date and time with a time zone.';
/** The last instant whose year has four digits in UTC, as ISO 8601 and date inputs write it. */
const CLOSE_DATE_LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

// Seconds are optional, because both forms are ISO 8601.
const closeDate = z.nullable(
  z
    .union(
      [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
      CLOSE_DATE_INVALID,
    )
    .check(z.refine((text) => Date.parse(text) <= CLOSE_DATE_LAST_MS, CLOSE_DATE_INVALID)),
);

/** Says all of the rule, whatever is wrong with a limit. */
export const LIMIT_INVALID = `Enter a whole number from 1 to ${SUBMISSIONS_MAX.toLocaleString('en')}, or leave it empty for no limit.`;

export const submissionLimit = z.nullable(
  z.int(LIMIT_INVALID).check(z.gte(1, LIMIT_INVALID), z.lte(SUBMISSIONS_MAX, LIMIT_INVALID)),
);

/** Body of a settings change, likewise; what is left out stays as it is. */
export const testSettingsInput = z.codec(
  z.object({
    isClose_test: z.optional(z.boolean()),
    close_date: z.optional(closeDate),
    number_of_submission: z.optional(submissionLimit),
    duplicate: z.optional(z.boolean()),
    /** Members begin other tests with it. */
    template: z.optional(z.boolean()),
  }),
  z.object({
    closedByHand: z.optional(z.boolean()),
    closeDate: z.optional(z.nullable(z.string())),
    submissionLimit: z.optional(z.nullable(z.int())),
    allowRepeat: z.optional(z.boolean()),
    isTemplate: z.optional(z.boolean()),
  }),
  {
    decode: (wire) => ({
      closedByHand: wire.isClose_test,
      closeDate: wire.close_date,
      submissionLimit: wire.number_of_submission,
      allowRepeat: wire.duplicate,
      isTemplate: wire.template,
    }),
    encode: (settings) => ({
      isClose_test: settings.closedByHand,
      close_date: settings.closeDate,
      number_of_submission: settings.submissionLimit,
      duplicate: settings.allowRepeat,
      template: settings.isTemplate,
    }),
  },
);
export type TestSettingsInput = z.output<typeof testSettingsInput>;

/** Sentence for a scheduled close in the past (section 5). */
export const CLOSE_DATE_PAST = 'The close date cannot be in the past.';

export type Availability = 'open' | 'closed' | 'full';

/**
 * Returns whether a test accepts new sessions (specification, section 4).
 * @param nowMs epoch milliseconds, so that no job has to run for a date to pass.
 */
export function availabilityOf(
  settings: {
    closedByHand: boolean;
    closeDateMs: number | null;
    submissionLimit: number | null;
    submissions: number;
  },
  nowMs: number,
): Availability {
  if (settings.closedByHand) return 'closed';
  if (settings.closeDateMs !== null && settings.closeDateMs <= nowMs) return 'closed';
  const { submissionLimit, submissions } = settings;
  return submissionLimit !== null && submissions >= submissionLimit ? 'full' : 'open';
}
