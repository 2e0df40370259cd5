// A share of a report in words, with the people of whom it is a share.
import type { NumberKind } from '#contract/report-numbers.ts';
import { peopleCount, wholeText } from './numbers/words.ts';

/** The people of whom a number is a share, where they are not everyone. */
const wholes: Partial<Record<NumberKind, string>> = {
  ended_here: 'who didn’t reach the goal',
  thought_done: 'who wrongly thought they were done',
  nothing_reacts: 'who saw the screen',
  came_back: 'who saw the screen',
};

/** '5 of the 7 people who wrongly thought they were done', '14 of 21 people' */
export function shareCount(number: NumberKind, { k, n }: { k: number; n: number }): string {
  const whole = wholes[number];
  if (whole === undefined || n === 1) return `${wholeText(k)} of ${peopleCount(n)}`;
  return `${wholeText(k)} of the ${peopleCount(n)} ${whole}`;
}
