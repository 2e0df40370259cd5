// What a run through a task came to: by ten rules, or as a member decided.
import { z } from 'zod';
import { isPlainText, requiredText } from './text.ts';

/** In the order of the rules (insight/outcome.ts): the first that fits. `to_judge` waits for a member's mark. */
export const outcome = z.enum([
  'excluded',
  'running',
  'not_measurable',
  'never_began',
  'to_judge',
  'direct',
  'indirect',
  'thought_done',
  'gave_up',
  'left',
  'stopped',
]);
export type Outcome = z.infer<typeof outcome>;

/** Runs with one of these are n; the others are shown beside it with their counts. */
export const COUNTED_OUTCOMES = [
  'direct',
  'indirect',
  'thought_done',
  'gave_up',
  'left',
  'stopped',
] as const satisfies readonly Outcome[];

export const SUCCESS_OUTCOMES = ['direct', 'indirect'] as const satisfies readonly Outcome[];

/** What a member may decide. */
export const decidedOutcome = outcome.exclude(['excluded', 'running', 'to_judge']);

const REASON_MAX_CHARACTERS = 400;

const judgementId = z.uuid();

/** A decision of a member, with the person; null: their account is deleted. */
const decided = z.object({ by: z.string().nullable(), at: z.iso.datetime() });

/** The outcome of a run with how it came about. */
export const judgedRun = z.object({
  /** What counts. */
  outcome,
  /** By rule, whatever was decided; null: the session runs, or is not read yet. */
  computed: outcome.nullable(),
  override: decided.extend({ outcome: decidedOutcome }).nullable(),
  exclusion: decided.extend({ reason: z.string() }).nullable(),
  /** The last decision of each kind, to decide again: refused when another member decided meanwhile. */
  basedOn: z.object({
    outcome: judgementId.nullable(),
    exclusion: judgementId.nullable(),
  }),
});
export type JudgedRun = z.infer<typeof judgedRun>;

/** Body: an outcome by hand. */
export const overrideInput = z.object({
  /** Null: the computed one counts again. */
  outcome: decidedOutcome.nullable(),
  basedOn: judgementId.nullable(),
});

/** Body: an exclusion, or its end. */
export const exclusionInput = z.object({
  /** Null: the session counts again. */
  reason: requiredText('Reason', REASON_MAX_CHARACTERS).nullable(),
  basedOn: judgementId.nullable(),
});

/** Characters of an answer to 'What would have helped?'. */
export const HELPED_MAX_CHARACTERS = 2000;

/** The card after the task; null: not answered. */
export const taskAnswers = z.object({
  didIt: z.boolean().nullable(),
  /** 1 very difficult … 7 very easy (Sauro and Dumas 2009). */
  ease: z.int().min(1).max(7).nullable(),
  helped: z
    .string()
    .trim()
    .max(HELPED_MAX_CHARACTERS)
    .refine(isPlainText, 'This text contains characters that cannot be used.')
    .nullable(),
});
export type TaskAnswers = z.infer<typeof taskAnswers>;
