// The cover of a report: what the newest revision with recordings came to, by the sums of the Summary.
import type { ReportCover } from '#contract/findings.ts';
import type { SessionId } from '#contract/ids.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { outcomesOf } from '#server/filters/filter-counts.db.ts';
import { type ResultsOf, resultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { arrivalsOf, easeOf, timeToGoalOf } from '#server/results/measures.rules.ts';
import { readSessionsAmong } from '#server/results/moments.db.ts';
import { readSummary, type SummarySums } from '#server/results/summary.db.ts';
import type { TestTask } from '#server/revisions/first-task.read.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { numberDefinitions } from './new-evidence.ts';

/** The cover with the sessions of its people instead of their clips. */
type CoverOfSessions = Omit<ReportCover, 'clips'> & { sessions: SessionId[] };

/**
 * @param clipSessions sessions of the report's clips
 * @param allTasks tasks of the newest revision
 */
export async function coverOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
  { clipSessions, allTasks }: { clipSessions: readonly SessionId[]; allTasks: readonly TestTask[] },
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
  const tasks: CoverOfSessions['tasks'] = [];
  let people = sums.filtered.people;
  // One after another, as in the overview of results.
  for (const task of allTasks.length > 1 ? allTasks : []) {
    const ofOther =
      task.number === of.step ? of : await resultsOf(parts.db, ofTask, { step: task.number });
    const sumsOfTask = ofOther === of ? sums : await readSummary(parts.db, ofOther);
    tasks.push(taskOf(task, ofOther, sumsOfTask));
    // Each person has one of the variants of the first task.
    const isOfFirst = tasks.every(({ variant }, at) => variant === at + 1);
    if (isOfFirst && tasks.length > 1) people += sumsOfTask.filtered.people;
  }
  return {
    tasks,
    revision: of.revision?.number ?? null,
    at: new Date().toISOString(),
    people,
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

function taskOf(
  { number: step, text: task, variant }: TestTask,
  of: ResultsOf,
  { outcomes, reached, n }: SummarySums,
): ReportCover['tasks'][number] {
  const success = of.withGoal.length > 0 ? proportionOf(reached, n) : null;
  return {
    step,
    task,
    arrivals: arrivalsOf(outcomes),
    success,
    ...(variant !== null && { variant }),
  };
}
