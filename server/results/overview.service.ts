// The overview of a test with several tasks: a line for each, from the sums of its Summary; and its questions.
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ResultOverview, TaskResult } from '#contract/results.ts';
import type { PanelStep } from '#contract/steps.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime, singleTimes } from '#insight/numbers/times.ts';
import type { ResultsOf } from '#server/filters/people-filter.read.ts';
import type { Parts } from '#server/parts.ts';
import { type TestTask, tasksOf } from '#server/revisions/first-task.read.ts';
import { funnelOf } from './funnel.service.ts';
import { arrivalsOf, easeOf } from './measures.rules.ts';
import { readFilteredQuestions } from './questions.db.ts';
import { questionsOf } from './questions.read.ts';
import { readSummary } from './summary.db.ts';

const TASKS_AT_ONCE = 2;

/** @param find the results of one task */
export async function overviewOf(
  { db }: Pick<Parts, 'db'>,
  { testId, filter }: { testId: TestId; filter: ResultFilter },
  find: (filter: ResultFilter) => Promise<ResultsOf>,
): Promise<ResultOverview> {
  const steps = await overviewSteps(db, { testId, filter }, find);
  const questionsOfTest = async () => {
    const all: ResultsOf[] = [];
    for (const { number } of steps.questions) all.push(await find({ ...filter, step: number }));
    return await questionsOf({ db }, all);
  };
  const tasksOfTest = async () => {
    const tasks: TaskResult[] = [];
    // A few at a time, because a test may have thirty tasks and a server has few connections.
    for (let at = 0; at < steps.tasks.length; at += TASKS_AT_ONCE) {
      const some = steps.tasks.slice(at, at + TASKS_AT_ONCE);
      const results = some.map(async (task) =>
        taskResultOf(db, task, await find({ ...filter, step: task.number })),
      );
      tasks.push(...(await Promise.all(results)));
    }
    return tasks;
  };
  const [tasks, questions, funnel] = await Promise.all([
    tasksOfTest(),
    questionsOfTest(),
    find(filter).then((of) => funnelOf(db, of)),
  ]);
  return { tasks, questions, funnel };
}

/**
 * Returns the tasks, questions and sets of the filter's revision, or of the newest one, each in their order; of all
 * revisions those of the newest one, and after them those that it no longer has.
 */
export async function overviewSteps(
  db: Parts['db'],
  { testId, filter }: { testId: TestId; filter: ResultFilter },
  find: (filter: ResultFilter) => Promise<ResultsOf>,
): Promise<{ tasks: TestTask[]; questions: PanelStep[] }> {
  const revision = typeof filter.revision === 'number' ? (await find(filter)).revision : null;
  const tasks = await tasksOf(db, testId, filter.revision);
  return {
    tasks: tasks.filter(
      ({ variant }) => variant === null || filter.variant?.includes(variant) !== false,
    ),
    questions: await readFilteredQuestions(db, { testId, revision, filter }),
  };
}

async function taskResultOf(
  db: Parts['db'],
  { number, text }: TestTask,
  of: ResultsOf,
): Promise<TaskResult> {
  const sums = await readSummary(db, of);
  const hasGoal = of.withGoal.length > 0;
  return {
    ...sums.filtered,
    step: number,
    task: text,
    asks: of.task?.asks ?? [],
    arrivals: arrivalsOf(sums.outcomes),
    success: hasGoal && !of.filter.outcome ? proportionOf(sums.reached, sums.n) : null,
    timeToGoal: hasGoal
      ? { ...averageTime(sums.toGoalMs), values: singleTimes(sums.toGoalMs) }
      : null,
    ease: easeOf(sums.ease),
  };
}
