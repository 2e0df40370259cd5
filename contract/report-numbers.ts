// A number of results as evidence in a report: what it is, of whom, and what it was when it was added.
import { z } from 'zod/mini';
import { momentsQuery } from './moments.ts';
import { average, proportion } from './numbers.ts';
import { resultFilter } from './result-filter.ts';
import { questionPicture } from './result-questions.ts';

/**
 * Kind of number. `people`: the people whom `moments` finds, among all whom the filter leaves; those of a finding
 * by rule take screen and place from `moments` as well; `outcome`: the filter's outcomes among all that are counted;
 * `question`: the answers to the question or set that is the filter's `step`; the others belong to the Summary.
 */
export const numberKind = z.enum([
  'success',
  'direct',
  'time_to_goal',
  'time_on_task',
  'ease',
  'lostness',
  'outcome',
  'ended_here',
  'thought_done',
  'nothing_reacts',
  'came_back',
  'people',
  'question',
]);
export type NumberKind = z.infer<typeof numberKind>;

/** Kinds whose number needs `moments`. */
export const MOMENT_NUMBERS = [
  'outcome',
  'ended_here',
  'thought_done',
  'nothing_reacts',
  'came_back',
  'people',
] as const satisfies readonly NumberKind[];

const reportMoments = z.omit(momentsQuery, { cursor: true, limit: true });
export type ReportMoments = z.infer<typeof reportMoments>;

/** A query as an address holds it, for `schema`: `revision=2&outcome=left`; null when it is none. */
function readQuery<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | null {
  const parsed = schema.safeParse(Object.fromEntries(new URLSearchParams(text)));
  return parsed.success ? parsed.data : null;
}

export const readReportFilter = (text: string) => readQuery(resultFilter, text);
export const readReportMoments = (text: string) => readQuery(reportMoments, text);

/** Longer than any address of a page of results: a lasso has 500 corners. */
const QUERY_MAX_CHARACTERS = 12_000;
const queryText = (read: (text: string) => object | null) =>
  z.string().check(
    z.maxLength(QUERY_MAX_CHARACTERS),
    z.refine((text) => read(text) !== null, 'This is not a filter.'),
  );

/** A number that is to be evidence; the server adds its title, and what it is now. */
export const numberInput = z
  .object({
    number: numberKind,
    /** The page's filter, as in its address. */
    filter: queryText(readReportFilter),
    /** Query for the people behind the number, as in the address, or null for all people of the filter. */
    moments: z.nullable(queryText(readReportMoments)),
  })
  .check(
    z.refine(
      ({ number, moments }) => moments !== null || !MOMENT_NUMBERS.some((kind) => kind === number),
      { path: ['moments'], message: 'This number needs moments.' },
    ),
  );
export type NumberInput = z.infer<typeof numberInput>;

/** Value of a number: a share of people, a middle value, or the results of a question. */
export const numberValue = z.discriminatedUnion('is', [
  z.extend(proportion, { is: z.literal('share') }),
  z.extend(average, {
    is: z.literal('average'),
    /** Milliseconds, or points of a scale. */
    unit: z.enum(['ms', 'points']),
    /** Single times of fewer than five people in ascending order; left out for other numbers. */
    values: z.optional(z.array(z.number())),
  }),
  z.object({ is: z.literal('question'), result: questionPicture }),
]);
export type NumberValue = z.infer<typeof numberValue>;

/** A number as it was when it became evidence. */
export const reportNumber = z.object({
  number: numberKind,
  /** Names its revision and its task also where the page's did not. */
  filter: z.string(),
  moments: z.nullable(z.string()),
  /** Title when it was added, as the server worded it: '14 people pressed Snake plant'. */
  title: z.string(),
  subtitle: z.string(),
  /** The value, or null if there is nothing to measure, as for success without a goal. */
  value: z.nullable(numberValue),
  /** Explanation of the computation in a sentence or two, as the product worded it at that time. */
  definition: z.string(),
  at: z.iso.datetime(),
});
export type ReportNumber = z.infer<typeof reportNumber>;
