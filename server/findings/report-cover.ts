// The cover of a report: what the newest revision with recordings came to, by the sums of the Summary.
import type { ReportCover } from '#contract/findings.ts';
import type { SessionId } from '#contract/ids.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { outcomesOf } from '#server/filters/filter-counts.db.ts';
import { type ResultsOf, resultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { easeOf, timeToGoalOf } from '#server/results/measures.rules.ts';
import { readSessionsAmong } from '#server/results/moments.db.ts';
import { readSummary } from '#server/results/summary.db.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { numberDefinitions } from './new-evidence.ts';

/** The cover with the sessions of its people instead of their clips. */
type CoverOfSessions = Omit<ReportCover, 'clips'> & { sessions: SessionId[] };

/** @param clipSessions sessions of the report's clips */
export async function coverOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
  clipSessions: readonly SessionId[],
): Promise<CoverOfSessions> {
  const of = await resultsOf(parts.db, ofTask, {});
  const [sums, names, sessions] = await Promise.all([
    readSummary(parts.db, of),
    namedScreens(parts, {
      testId: of.testId,
      step: of.step,
      revisionId: of.revision?.id ?? null,
    }),
    readSessionsAmong(parts.db, of, {
      query: { of: 'people', nodeId: null },
      sessions: clipSessions,
    }),
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
    sessions,
    definitions: {
      success: numberDefinitions.success,
      timeToGoal: numberDefinitions.time_to_goal,
      ease: numberDefinitions.ease,
    },
  };
}
