// Steps that a newer revision deleted: they have their results in the revisions before, and are no longer in the test.
import { useQuery } from '@tanstack/react-query';
import type { TestId } from '#contract/ids.ts';
import type { ResultFilter } from '#contract/result-filter.ts';
import type { ResultOverview } from '#contract/results.ts';
import { type AnswerStep, isQuestion } from '#contract/steps.ts';
import { panelTitle } from '#insight/question-words.ts';
import { overviewQuery } from './results.query.ts';
import { useResultFilter } from './use-filter.ts';
import { type TasksTest, useTask } from './use-task.ts';

// Names of such steps: their numbers were those of another revision.
export const DELETED_TASK = 'Deleted task';
export const DELETED_QUESTION = 'Deleted question';

function isDeleted({ steps }: TasksTest, step: number): boolean {
  return steps.every(({ number }) => number !== step);
}

interface DeletedStep {
  step: number;
  name: string;
  text: string;
}

/** Returns the deleted steps of an overview, in its order. */
export function deletedSteps(
  test: TasksTest,
  { tasks, questions }: Pick<ResultOverview, 'tasks' | 'questions'>,
): DeletedStep[] {
  return [
    ...tasks.map(({ step, task }) => ({ step, name: DELETED_TASK, text: task })),
    ...questions.map(({ question }) => ({
      step: question.number,
      name: DELETED_QUESTION,
      text: panelTitle(question),
    })),
  ].filter(({ step }) => isDeleted(test, step));
}

/** Returns the question or set that the page shows, also a deleted one, or null for a task and for the overview. */
export function useChosenQuestion(test: TasksTest & { _id: TestId }): {
  question: AnswerStep | null;
  isPending: boolean;
} {
  const { chosen, question } = useTask(test);
  const { filter } = useResultFilter();
  const isWanted = chosen !== null && isDeleted(test, chosen);
  const ofAll: ResultFilter = { ...filter, revision: 'all' };
  const overview = useQuery({ ...overviewQuery(test._id, ofAll), enabled: isWanted });
  const deleted = overview.data?.questions.find((one) => one.question.number === chosen)?.question;
  return {
    question: question ?? (deleted && isQuestion(deleted) ? deleted : null),
    isPending: isWanted && overview.isPending,
  };
}
