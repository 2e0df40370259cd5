// Two revisions side by side: shares with their differences, and middle values.
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ResultComparison } from '#contract/results.ts';
import { differenceOf, proportionOf } from '#insight/numbers/share.ts';
import { averageTime } from '#insight/numbers/times.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { easeOf } from './measures.rules.ts';
import { readSummary, type SummarySums } from './summary.db.ts';

/** @param find the results of one revision */
export async function comparisonOf(
  { db }: Pick<Parts, 'db'>,
  { a, b, ...filter }: Omit<ResultFilter, 'revision'> & { a: number; b: number },
  find: (filter: ResultFilter) => Promise<ResultsOf>,
): Promise<ResultComparison> {
  const [one, other] = await Promise.all(
    [a, b].map(async (revision) => {
      const of = await find({ ...filter, revision });
      const sums = await readSummary(db, of);
      return { of, revision, people: sums.filtered.people, ...sums };
    }),
  );
  if (!one || !other) throw new Error('two revisions are two');
  const haveGoals = [one, other].every(({ of }) => of.withGoal.length > 0);
  const compare = (countOf: (sums: SummarySums) => { k: number; n: number }) => {
    const [first, second] = [countOf(one), countOf(other)];
    return {
      a: proportionOf(first.k, first.n),
      b: proportionOf(second.k, second.n),
      difference: differenceOf(first, second),
    };
  };
  const hasShares = filter.outcome === undefined;
  const outcomes = (outcome: 'thought_done' | 'gave_up') =>
    hasShares ? compare((sums) => ({ k: sums.outcomes[outcome] ?? 0, n: sums.counted })) : null;
  return {
    a: { revision: one.revision, people: one.people },
    b: { revision: other.revision, people: other.people },
    success: haveGoals && hasShares ? compare(({ reached: k, n }) => ({ k, n })) : null,
    direct: haveGoals && hasShares ? compare(({ direct: k, n }) => ({ k, n })) : null,
    thoughtDone: outcomes('thought_done'),
    gaveUp: outcomes('gave_up'),
    timeToGoal: haveGoals ? { a: averageTime(one.toGoalMs), b: averageTime(other.toGoalMs) } : null,
    ease: { a: easeOf(one.ease), b: easeOf(other.ease) },
  };
}
