// The verdict of a report in words: whether the target of the test is reached, how sure that is, and what would decide it.
import type { ReportCover } from '#contract/findings.ts';
import type { Verdict } from '#contract/report-story.ts';
import { verdictOf } from '#insight/numbers/verdict.ts';
import { morePeopleText, peopleCount, wholePercent } from '#insight/numbers/words.ts';
import { stepInSentence } from '#insight/step-name.ts';
import { listText } from '#web/lib/list-text.ts';

/** Success by task. */
interface Successes extends Pick<ReportCover, 'success'> {
  tasks: readonly Pick<ReportCover['tasks'][number], 'step' | 'variant' | 'success'>[];
}

interface VerdictText {
  title: string;
  /** The interval in words, and what would decide it. */
  text: string;
}

/** Success that decides, and where: of the test's task, or of one of several. */
interface Deciding {
  success: ReportCover['success'];
  /** 'task 2', or null for a test with one task. */
  task: string | null;
}

export function verdictText(verdict: Verdict, cover: Successes): VerdictText {
  const { state, targetPercent: target } = verdict;
  const deciding = decidingTask(verdict, cover);
  const { task } = deciding;
  const sure = sureText(deciding);
  switch (state) {
    case 'reached':
      return {
        title: `Target of ${target} % reached${task === null ? '' : ' in every task'}`,
        text: [
          `${sure} All of that is at or above ${target} %.`,
          cover.tasks.some((each) => each.success === null) && 'Tasks without a goal don’t count.',
        ]
          .filter(Boolean)
          .join(' '),
      };
    case 'missed': {
      const missed = task === null ? [deciding] : tasksIn('missed', verdict, cover);
      const where =
        task === null ? '' : ` in ${listText.format(missed.map((each) => each.task ?? ''))}`;
      return {
        title: `Target of ${target} % missed${where}`,
        text: [
          ...missed.map(sureText),
          `All of that is below ${target} %.`,
          othersText(tasksIn('reached', verdict, cover), ['has reached it', 'have reached it']),
          othersText(tasksIn('undecided', verdict, cover), [
            `is not decided yet: ${target} % lies within its interval`,
            `are not decided yet: ${target} % lies within their intervals`,
          ]),
        ]
          .filter(Boolean)
          .join(' '),
      };
    }
    case 'undecided':
      return {
        title: `Target of ${target} %: not decided yet`,
        text: [sure, decidingText(verdict, deciding)].filter(Boolean).join(' '),
      };
  }
}

/** Returns all tasks whose own verdict is this one, in their order. */
function tasksIn(
  state: Verdict['state'],
  { targetPercent }: Verdict,
  { tasks }: Pick<Successes, 'tasks'>,
): Deciding[] {
  return tasks.flatMap(({ success }, at) =>
    success && verdictOf(success, targetPercent).state === state
      ? [{ success, task: stepInSentence(tasks, at) }]
      : [],
  );
}

/** 'Task 2 B has reached it.', or empty without such tasks. */
function othersText(
  others: readonly Deciding[],
  [one, several]: readonly [one: string, several: string],
): string {
  const names = listText.format(others.map(({ task }) => task ?? ''));
  if (names === '') return '';
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${others.length === 1 ? one : several}.`;
}

function decidingTask({ step }: Verdict, { success, tasks }: Successes): Deciding {
  if (tasks.length === 0) return { success, task: null };
  const at = tasks.findIndex((task) => task.step === step);
  return { success: tasks[at]?.success ?? null, task: at < 0 ? null : stepInSentence(tasks, at) };
}

/**
 * 'Of all people like these, most likely 48 to 73 % succeed (95 % interval).', or empty without an interval. One of
 * several tasks is named: 'In task 2, of all people …'.
 */
function sureText({ success, task }: Deciding): string {
  if (!success || success.low === null || success.high === null) return '';
  const [low, high] = [wholePercent(success.low), wholePercent(success.high)];
  const whole = task === null ? 'Of' : `In ${task}, of`;
  return `${whole} all people like these, most likely ${low} to ${high} % succeed (95 % interval).`;
}

function decidingText(
  { targetPercent: target, morePeople }: Verdict,
  { success, task }: Deciding,
): string {
  if (!success || success.n === 0) {
    return success
      ? 'Nobody has been counted yet.'
      : 'This test has no goal screen to count success by.';
  }
  const few =
    success.low === null
      ? `${peopleCount(success.n)} ${task === null ? '' : `in ${task} `}are too few to say. `
      : `${target} % lies within. `;
  if (morePeople === null) {
    return `${few}The result is so close to the target that more people would hardly decide it.`;
  }
  return `${few}If the result stays like this, about ${morePeopleText(morePeople)} would decide it.`;
}
