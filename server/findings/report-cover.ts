// The cover of a report: what the newest revision with recordings came to, by the sums of the Summary.
import type { ReportCover } from '#contract/findings.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { outcomesOf } from '#server/filters/filter-counts.db.ts';
import { type ResultsOf, resultsOf } from '#server/filters/people-filter.rules.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { easeOf, timeToGoalOf } from '#server/results/measures.rules.ts';
import { readSummary } from '#server/results/summary.db.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { numberDefinitions } from './new-evidence.ts';

export async function coverOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
): Promise<ReportCover> {
  const of = await resultsOf(parts.db, ofTask, {});
  const [sums, names] = await Promise.all([
    readSummary(parts.db, of),
    namedScreens(parts, { testId: of.testId, revisionId: of.revision?.id ?? null }),
  ]);
  const hasGoal = of.withGoal.length > 0;
  return {
    revision: of.revision?.number ?? null,
    at: new Date().toISOString(),
    people: sums.filtered.people,
    goalScreens: hasGoal ? names.filter(({ isGoal }) => isGoal).map(({ name }) => name) : [],
    success: hasGoal ? proportionOf(sums.reached, sums.n) : null,
    outcomes: outcomesOf(sums.outcomes),
    timeToGoal: hasGoal ? timeToGoalOf(sums).average : null,
    ease: easeOf(sums.ease),
    definitions: {
      success: numberDefinitions.success,
      timeToGoal: numberDefinitions.time_to_goal,
      ease: numberDefinitions.ease,
    },
  };
}
