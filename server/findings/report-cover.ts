// The cover of a report: what the newest revision with recordings came to, by the sums of the Summary.
import type { ReportCover } from '#contract/findings.ts';
import type { SessionId, TestId } from '#contract/ids.ts';
import { questionPicture } from '#contract/result-questions.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { outcomesOf } from '#server/filters/filter-counts.db.ts';
import { type ResultsOf, resultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import type { Authorized, TestRef } from '#server/platform/access/authorized.ts';
import { readFunnel } from '#server/results/funnel.db.ts';
import { arrivalsOf, easeOf, timeToGoalOf } from '#server/results/measures.rules.ts';
import { readSessionsAmong } from '#server/results/moments.db.ts';
import { readQuestions } from '#server/results/questions.db.ts';
import { questionsOf } from '#server/results/questions.read.ts';
import { readSummary, type SummarySums } from '#server/results/summary.db.ts';
import { type TestTask, tasksOf } from '#server/revisions/first-task.read.ts';
import { namedScreens } from '#server/screens/screen-names.db.ts';
import { numberDefinitions } from './new-evidence.ts';
import { startOf } from './report-pictures.ts';

/** The cover with the sessions of its people instead of their clips. */
type CoverOfSessions = Omit<ReportCover, 'clips'> & { sessions: SessionId[] };

/** The tasks, questions and sets of the newest revision. */
type CoverSteps = Awaited<ReturnType<typeof coverSteps>>;

export async function coverSteps(db: Parts['db'], testId: TestId) {
  const [tasks, questions] = await Promise.all([
    tasksOf(db, testId),
    readQuestions(db, { testId, revision: null }),
  ]);
  return { tasks, questions };
}

/** @param clipSessions sessions of the report's clips */
export async function coverOf(
  parts: Pick<Parts, 'db' | 'secrets' | 'prototypeHosts'>,
  ofTask: Authorized<TestRef> & Pick<ResultsOf, 'step'>,
  { clipSessions, steps }: { clipSessions: readonly SessionId[]; steps: CoverSteps },
): Promise<CoverOfSessions> {
  const of = await resultsOf(parts.db, ofTask, {});
  const among = (ofTask: ResultsOf) =>
    readSessionsAmong(parts.db, ofTask, {
      query: { of: 'people', nodeId: null },
      sessions: clipSessions,
    });
  const [sums, names, funnel, sessions] = await Promise.all([
    readSummary(parts.db, of),
    namedScreens(parts, {
      testId: of.testId,
      step: of.step,
      revisionId: of.revision?.id ?? null,
    }),
    readFunnel(parts.db, of),
    among(of),
  ]);
  const hasGoal = of.withGoal.length > 0;
  const whole: CoverTasks = { tasks: [], people: sums.filtered.people, sessions };
  // One after another, as in the overview of results.
  for (const task of steps.tasks.length > 1 ? steps.tasks : []) {
    if (task.number === of.step) await addTask(parts, whole, { task, of, sums });
    else {
      const ofOther = await resultsOf(parts.db, ofTask, { step: task.number });
      whole.sessions.push(...(await among(ofOther)));
      const sumsOfOther = await readSummary(parts.db, ofOther);
      await addTask(parts, whole, { task, of: ofOther, sums: sumsOfOther });
    }
  }
  return {
    tasks: whole.tasks,
    revision: of.revision?.number ?? null,
    at: new Date().toISOString(),
    people: whole.people,
    goalScreens: hasGoal ? names.filter(({ isGoal }) => isGoal).map(({ name }) => name) : [],
    ...measuresOf(of, sums),
    questions: await questionsOfCover(parts.db, ofTask, steps.questions),
    funnel: {
      opened: funnel.opened,
      started: funnel.started,
      screenedOut: funnel.screenedOut.reduce((sum, each) => sum + each.people, 0),
    },
    sessions: [...new Set(whole.sessions)],
    definitions: {
      success: numberDefinitions.success,
      timeToGoal: numberDefinitions.time_to_goal,
      ease: numberDefinitions.ease,
    },
  };
}

type CoverTasks = Pick<CoverOfSessions, 'tasks' | 'people' | 'sessions'>;

async function addTask(
  parts: Parameters<typeof startOf>[0],
  whole: CoverTasks,
  { task, of, sums }: { task: TestTask; of: ResultsOf; sums: SummarySums },
): Promise<void> {
  const { number: step, text, variant } = task;
  whole.tasks.push({
    ...{ step, task: text, arrivals: arrivalsOf(sums.outcomes) },
    ...measuresOf(of, sums),
    start: variant === null ? null : await startOf(parts, of),
    ...(variant !== null && { variant }),
  });
  // Each person has one of the variants of the first task.
  const isOfFirst = whole.tasks.every((each, at) => each.variant === at + 1);
  if (isOfFirst && whole.tasks.length > 1) whole.people += sums.filtered.people;
}

function measuresOf({ withGoal }: ResultsOf, sums: SummarySums) {
  const hasGoal = withGoal.length > 0;
  return {
    success: hasGoal ? proportionOf(sums.reached, sums.n) : null,
    outcomes: outcomesOf(sums.outcomes),
    timeToGoal: hasGoal ? timeToGoalOf(sums).average : null,
    ease: easeOf(sums.ease),
  };
}

async function questionsOfCover(
  db: Parts['db'],
  ofTask: Authorized<TestRef>,
  questions: CoverSteps['questions'],
): Promise<ReportCover['questions']> {
  const all: ResultsOf[] = [];
  for (const { number } of questions) all.push(await resultsOf(db, ofTask, { step: number }));
  return (await questionsOf({ db }, all)).map((result) => questionPicture.parse(result));
}
