// Two values of one field of the filter side by side: the numbers of both groups with their differences.
import { z } from 'zod/mini';
import { average, difference, proportion } from './numbers.ts';
import { type ResultFilter, resultFilter } from './result-filter.ts';
import { stepNumber } from './step-number.ts';

/** Fields of the filter that do not select people by one value. */
const others = { step: true, zone: true, from: true, to: true } as const;

/** Fields of the filter whose values can be compared. `days` is the first and the last day, `2026-11-01..2026-11-07`. */
export const comparedField = z.enum([
  ...z.keyof(z.omit(resultFilter, others)).options,
  'days' as const,
]);
export type ComparedField = z.infer<typeof comparedField>;

/** Returns the filter that selects people by a value of a field, or null if the field has no such value. */
export function filterByValue(field: ComparedField, value: string): ResultFilter | null {
  const parsed = resultFilter.safeParse(field === 'days' ? daysOf(value) : { [field]: value });
  return parsed.success && Object.keys(parsed.data).length > 0 ? parsed.data : null;
}

/** One day, or two with `..` between them of which either may be left out. */
function daysOf(value: string): Record<string, string> {
  const [from = '', to = from] = value.split('..', 2);
  return { ...(from !== '' && { from }), ...(to !== '' && { to }) };
}

const comparedValue = z.string().check(z.minLength(1), z.maxLength(2000));
const NOT_POSSIBLE = 'This is not one of the possible values.';

/**
 * `a` and `b` are values of the field in the form that it has in the filter; several joined by commas are one group. They
 * replace the filter's own value of the field.
 */
export const comparisonQuery = z
  .extend(resultFilter, {
    field: z._default(comparedField, 'revision'),
    a: comparedValue,
    b: comparedValue,
  })
  .check(
    z.refine(({ field, a }) => filterByValue(field, a) !== null, {
      path: ['a'],
      error: NOT_POSSIBLE,
    }),
    z.refine(({ field, b }) => filterByValue(field, b) !== null, {
      path: ['b'],
      error: NOT_POSSIBLE,
    }),
  );
export type ComparisonQuery = z.infer<typeof comparisonQuery>;

/** A number of one group. `k` of `n` people, of a share; else null. `value` is null where n is too small. */
const groupNumber = z.object({
  k: z.nullable(z.int()),
  n: z.int(),
  value: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
});
export type GroupNumber = z.infer<typeof groupNumber>;

/** Numbers of a task, of the card after it, and of questions and sets (docs/metrics.md). */
export const measure = z.enum([
  'success',
  'direct',
  'indirect',
  'thought_done',
  'gave_up',
  'left',
  'stopped',
  'time_to_goal',
  'time_on_task',
  'lostness',
  'did_it',
  'ease',
  'option',
  'answer', // of a scale or a number
  'sus',
  'umux_lite',
  'seq',
  'nps',
]);
export type Measure = z.infer<typeof measure>;

const comparedNumber = z.object({
  measure,
  /** The option of a question, as filters name it, with its text; null for other numbers. */
  option: z.nullable(z.object({ word: z.string(), text: z.string() })),
  /** A share from 0 to 1, a geometric mean of times in milliseconds, or a mean or score. */
  unit: z.enum(['share', 'time', 'mean']),
  /** Ends of the scale of a mean or score, or null. */
  scale: z.nullable(z.object({ low: z.number(), high: z.number() })),
  a: groupNumber,
  b: groupNumber,
  /**
   * `a` less `b`, of times the ratio `a` / `b`. Null below n = 5, if people are in both groups, and for means if all
   * values are alike.
   */
  difference: z.nullable(difference),
});
export type ComparedNumber = z.infer<typeof comparedNumber>;

const comparedStep = z.object({
  /** Number of the step in each group. */
  a: stepNumber,
  b: stepNumber,
  /** The task, or the question or set as people know it. */
  text: z.string(),
  /** People who are in both groups. Then the numbers have no difference: its intervals are of independent groups. */
  inBoth: z.int(),
  numbers: z.array(comparedNumber),
  /** Options of a question that are left out: an overview has the three most frequent. */
  moreOptions: z.int(),
});
export type ComparedStep = z.infer<typeof comparedStep>;

/** `people`: those of the base of the first step. `revision` is there for two revisions. */
const group = z.object({ value: z.string(), people: z.int(), revision: z.optional(z.int()) });

const comparedShares = z.nullable(
  z.object({ a: proportion, b: proportion, difference: z.nullable(difference) }),
);

export const resultComparison = z.object({
  field: comparedField,
  a: group,
  b: group,
  /** The filter's task or question with all numbers; without one the steps of an overview, or all numbers of one task. */
  steps: z.array(comparedStep),
  /** The fields of version 1.0, for two revisions: numbers of the first step if it is a task. */
  success: z.optional(comparedShares),
  direct: z.optional(comparedShares),
  thoughtDone: z.optional(comparedShares),
  gaveUp: z.optional(comparedShares),
  timeToGoal: z.optional(z.nullable(z.object({ a: average, b: average }))),
  ease: z.optional(z.object({ a: average, b: average })),
});
export type ResultComparison = z.infer<typeof resultComparison>;
