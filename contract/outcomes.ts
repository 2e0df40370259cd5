// Outcome of a run through a task: computed by ten rules, or decided by a member.
import { z } from 'zod/mini';
import { stepNumber } from './step-number.ts';
import { optionalText, requiredText } from './text.ts';

/**
 * Outcomes in the order of the rules (insight/outcome.ts): the first that fits applies. `to_judge` waits for a member's
 * decision.
 */
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

/**
 * The base of all results: people with one of these outcomes, unless the filter selects other outcomes. A run to judge
 * is part of the base, because only the verdict is missing.
 */
export const BASE_OUTCOMES = [
  ...COUNTED_OUTCOMES,
  'to_judge',
] as const satisfies readonly Outcome[];

export const SUCCESS_OUTCOMES = ['direct', 'indirect'] as const satisfies readonly Outcome[];

/** Outcomes that a member may choose. */
export const decidedOutcome = z.enum(['not_measurable', 'never_began', ...COUNTED_OUTCOMES]);

const REASON_MAX_CHARACTERS = 400;

const judgementId = z.uuid();

/** A decision of a member, with the person, or null if their account is deleted. */
const decided = z.object({ by: z.nullable(z.string()), at: z.iso.datetime() });

/** The outcome of a run with how it came about. */
export const judgedRun = z.object({
  /** The outcome that counts. */
  outcome,
  /** Outcome by rule, regardless of decisions, or null while the session runs or is not read yet. */
  computed: z.nullable(outcome),
  override: z.nullable(z.extend(decided, { outcome: decidedOutcome })),
  exclusion: z.nullable(z.extend(decided, { reason: z.string() })),
  /** The last decision of each kind, to decide again: refused when another member decided meanwhile. */
  basedOn: z.object({
    outcome: z.nullable(judgementId),
    exclusion: z.nullable(judgementId),
  }),
});
export type JudgedRun = z.infer<typeof judgedRun>;

/** Body: an outcome by hand. */
export const overrideInput = z.object({
  /** The member's decision, or null to restore the computed outcome. */
  outcome: z.nullable(decidedOutcome),
  basedOn: z.nullable(judgementId),
  /** The task that is judged; the session's first one when left out. */
  step: z.optional(stepNumber),
});

/** Body: an exclusion, or its end. */
export const exclusionInput = z.object({
  /** Reason for excluding the session, or null to include it again. */
  reason: z.nullable(requiredText('Reason', REASON_MAX_CHARACTERS)),
  basedOn: z.nullable(judgementId),
});

/** Characters of an answer to 'What would have helped?'. */
export const HELPED_MAX_CHARACTERS = 2000;

/** The card after the task, or null if it was not answered. */
export const taskAnswers = z.object({
  didIt: z.nullable(z.boolean()),
  /** 1 very difficult … 7 very easy (Sauro and Dumas 2009). */
  ease: z.nullable(z.int().check(z.gte(1), z.lte(7))),
  helped: z.nullable(optionalText('Answer', HELPED_MAX_CHARACTERS)),
});
export type TaskAnswers = z.infer<typeof taskAnswers>;
