// Numbers of a report in words: each count once, and single times of few people.
import { expect, it } from 'vitest';
import type { NumberKind, NumberValue, ReportNumber } from '#contract/report-numbers.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { averageTime } from '#insight/numbers/times.ts';
import { isSameNumber, numberSentence, valueText } from './number-text.ts';

const share = (k: number, n: number): NumberValue => ({ is: 'share', ...proportionOf(k, n) });
const times = (timesMs: number[]): NumberValue => ({
  ...{ is: 'average', unit: 'ms' },
  ...averageTime(timesMs),
  ...(timesMs.length < 5 && { values: timesMs }),
});

it.each([
  [
    ...['nothing_reacts', '14 people pressed Snake plant'],
    ...[share(14, 21), '14 of the 21 people who saw the screen', ' pressed Snake plant'],
  ],
  [
    ...['thought_done', '5 people ended on Paid', share(5, 7)],
    ...['5 of the 7 people who wrongly thought they were done', ' ended on Paid'],
  ],
  ['ended_here', '1 person ended on Paid', share(1, 1), '1 of 1 person', ' ended on Paid'],
  ['people', '1 person: Left', share(1, 1), '1 of 1 person', ': Left'],
  [
    'direct',
    'Reached the goal directly',
    share(3, 4),
    '3 of 4 people',
    ' reached the goal directly',
  ],
  [
    'people',
    '33 clicks by 17 people',
    share(17, 21),
    '17 of 21 people',
    ': 33 clicks by 17 people',
  ],
  [
    'time_on_task',
    'Time on task',
    times([21_000, 34_000]),
    'Time on task',
    ': 21 s, 34 s: 2 people',
  ],
] as [NumberKind, string, NumberValue, string, string][])(
  '%s %s',
  (...[number, title, value, count, rest]) => {
    expect(numberSentence({ number, title, value })).toEqual({ count, rest });
  },
);

it('five people have a middle time, fewer have each of theirs', () => {
  expect(valueText(times([62_000]))).toBe('1 min 2 s: 1 person');
  expect(valueText(times([1000, 2000, 3000, 4000, 5000]))).toMatch(/^geometric mean 2\.6 s, /);
});

it('a number without a revision is that of the stored one', () => {
  const number: Pick<ReportNumber, 'number' | 'moments'> = { number: 'success', moments: null };
  const stored = { ...number, filter: 'revision=2&device=Firefox&step=1' };
  const same = (filter: string) => isSameNumber(stored, { ...number, filter });
  expect([same('device=Firefox'), same('device=Firefox&revision=2'), same('')]).toEqual([
    ...[true, true, false],
  ]);
  expect(same('device=Firefox&revision=1')).toBe(false);
  expect([same('device=Firefox&step=1'), same('device=Firefox&step=2')]).toEqual([true, false]);
});

it('a choice has all of its answers in words', () => {
  const option = (text: string, people: number) => ({
    ...{ word: text, text, people },
    share: proportionOf(people, 5),
  });
  const result = {
    ...{ question: { number: 2, kind: 'set', set: 'sus' }, visitors: 5, answered: 5, texts: 0 },
    ...{ values: null, average: null, rank: null, predictedSus: null, netPromoter: null },
    options: [option('Daily', 3), option('Never', 0)],
  };
  expect(valueText({ is: 'question', result } as NumberValue)).toBe(
    'Daily: 3 of 5, 60 %, 95 % interval 23–88 %; Never: 0 of 5, 0 %, 95 % interval 0–43 %',
  );
});
