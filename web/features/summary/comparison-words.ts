// A comparison in words: its numbers with those of each group, and the differences.
import type { ComparedNumber, ComparedStep, GroupNumber, Measure } from '#contract/comparison.ts';
import { outcomeWords } from '#contract/outcome-words.ts';
import { SHARE_FROM } from '#insight/numbers/share.ts';
import {
  endText,
  numberText,
  peopleCount,
  secondsText,
  wholePercent,
} from '#insight/numbers/words.ts';
import { countText, secondsInterval, shareInterval } from '#web/entities/results/number-words.ts';
import { joined } from '#web/entities/results/question-words.ts';

const labels: Record<Exclude<Measure, 'option'>, string> = {
  success: 'Reached the goal',
  direct: outcomeWords.direct.label,
  indirect: outcomeWords.indirect.label,
  thought_done: outcomeWords.thought_done.label,
  gave_up: outcomeWords.gave_up.label,
  left: outcomeWords.left.label,
  stopped: outcomeWords.stopped.label,
  time_to_goal: 'Time to goal',
  time_on_task: 'Time on task',
  lostness: 'Lostness',
  did_it: 'Said they did it',
  ease: 'Ease',
  answer: 'Mean',
  sus: 'SUS',
  umux_lite: 'UMUX-Lite',
  seq: 'Ease (SEQ)',
  nps: 'Net Promoter Score',
};

/** 'Ease, 1 to 7' */
export function numberLabel({ measure, option, scale }: ComparedNumber): string {
  if (measure === 'option') return option?.text ?? '';
  const label = labels[measure];
  if (scale === null || measure === 'lostness') return label;
  return `${label}, ${numberText(scale.low, 0)} to ${numberText(scale.high, 0)}`;
}

export interface GroupText {
  value: string;
  note: string | null;
}

/** The number of one group; below five people counts alone. */
export function groupText(number: ComparedNumber, group: GroupNumber): GroupText {
  const { k, n, value, low, high } = group;
  if (k !== null) {
    const counts = countText({ k, n });
    if (value === null) return { value: counts, note: null };
    const interval = shareInterval(group);
    return { value: `${wholePercent(value)} %`, note: joined([counts, interval]) };
  }
  if (value === null || n < SHARE_FROM)
    return { value: n === 0 ? '–' : peopleCount(n), note: null };
  const digits = digitsOf(number);
  if (number.unit === 'time') {
    const people = `geometric mean of ${peopleCount(n)}`;
    return { value: secondsText(value), note: joined([people, secondsInterval(group)]) };
  }
  const hasInterval = low !== null && high !== null;
  const interval = hasInterval ? `${numberText(low, digits)} to ${numberText(high, digits)}` : null;
  return { value: numberText(value, digits), note: joined([peopleCount(n), interval]) };
}

/** '+12 points (3 to 21)', '1.8 times as long (1.2 to 2.7)', 'no difference shown (−0.2 to 1.4)' */
export function differenceText(number: ComparedNumber, { inBoth }: Pick<ComparedStep, 'inBoth'>) {
  const { difference, unit, a, b } = number;
  if (difference === null) {
    if (inBoth > 0) return 'people in both groups';
    if (Math.min(a.n, b.n) < SHARE_FROM) return 'too few people';
    return 'no interval, because all values are alike';
  }
  const { value, low, high, isShown } = difference;
  const factor = unit === 'share' ? 100 : 1;
  const digits = unit === 'share' ? 0 : unit === 'time' ? 2 : digitsOf(number);
  const neutral = unit === 'time' ? 1 : 0;
  const span = [low, high]
    .map((end) => endText(factor * end, { neutral, digits, isShown }))
    .join(' to ');
  const what = { share: ' points', time: ' times', mean: '' }[unit];
  if (!isShown) return `no difference shown (${span}${what})`;
  const text = numberText(factor * value, digits);
  if (unit === 'time') return `${text} times as long (${span})`;
  const sign = value > 0 ? '+' : '';
  return `${sign}${text}${what} (${span})`;
}

/** Digits after the point: none of scores up to 100, two of lostness. */
function digitsOf({ measure, scale }: ComparedNumber): number {
  if (measure === 'lostness') return 2;
  return scale !== null && scale.high >= 100 ? 0 : 1;
}

/** Part of intervals of 95 % that do not hold the true value. */
const MISSED = 0.05;

/** Empty without a difference, else '12 comparisons. If the groups did not differ, 0.6 of them on average would show a difference by chance.' */
export function manyText(steps: readonly ComparedStep[]): string {
  const numbers = steps.flatMap((step) => step.numbers);
  const count = numbers.filter(({ difference }) => difference !== null).length;
  if (count === 0) return '';
  const byChance = Number((count * MISSED).toFixed(count < 20 ? 2 : 0));
  const what = count === 1 ? '1 comparison' : `${count} comparisons`;
  return `${what}. If the groups did not differ at all, ${byChance} of them on average would show a difference by chance.`;
}
