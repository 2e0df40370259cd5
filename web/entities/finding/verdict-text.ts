// The verdict of a report in words: whether the goal of the test is reached, how sure that is, and what would decide it.
import type { ReportCover } from '#contract/findings.ts';
import type { Verdict } from '#contract/report-story.ts';
import { morePeopleText, peopleCount, wholePercent } from '#insight/numbers/words.ts';

interface VerdictText {
  title: string;
  /** The interval in words, and what would decide it. */
  text: string;
}

export function verdictText(
  verdict: Verdict,
  { success }: Pick<ReportCover, 'success'>,
): VerdictText {
  const { state, targetPercent: goal } = verdict;
  const sure = sureText(success);
  switch (state) {
    case 'reached':
      return {
        title: `Goal of ${goal} % reached`,
        text: `${sure} All of that is at or above ${goal} %.`,
      };
    case 'missed':
      return { title: `Goal of ${goal} % missed`, text: `${sure} All of that is below ${goal} %.` };
    case 'undecided':
      return {
        title: `Goal of ${goal} %: not decided yet`,
        text: [sure, decidingText(verdict, success)].filter(Boolean).join(' '),
      };
  }
}

/** 'Of all people like these, most likely 48 to 73 % succeed (95 % interval).', or empty without an interval */
function sureText(success: ReportCover['success']): string {
  if (!success || success.low === null || success.high === null) return '';
  const [low, high] = [wholePercent(success.low), wholePercent(success.high)];
  return `Of all people like these, most likely ${low} to ${high} % succeed (95 % interval).`;
}

function decidingText(
  { targetPercent: goal, morePeople }: Verdict,
  success: ReportCover['success'],
): string {
  if (!success || success.n === 0) {
    return success
      ? 'Nobody has been counted yet.'
      : 'This test has no goal screen to count success by.';
  }
  const few =
    success.low === null
      ? `${peopleCount(success.n)} are too few to say. `
      : `${goal} % lies within. `;
  if (morePeople === null) {
    return `${few}The result is so close to the goal that more people would hardly decide it.`;
  }
  return `${few}If the result stays like this, about ${morePeopleText(morePeople)} would decide it.`;
}
