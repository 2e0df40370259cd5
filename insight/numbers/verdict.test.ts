// The verdict: reached and missed need the whole interval, and what would decide it decides it.
import { expect, it } from 'vitest';
import type { Verdict } from '#contract/report-story.ts';
import { proportionOf, wilson } from './share.ts';
import { verdictOf, verdictOfTasks } from './verdict.ts';

const cases: { k: number; n: number; percent: number; state: Verdict['state'] }[] = [
  { k: 57, n: 57, percent: 80, state: 'reached' },
  { k: 35, n: 57, percent: 80, state: 'missed' },
  { k: 35, n: 57, percent: 60, state: 'undecided' },
  { k: 35, n: 57, percent: 70, state: 'undecided' },
  { k: 0, n: 5, percent: 44, state: 'missed' },
  { k: 0, n: 5, percent: 43, state: 'undecided' },
  { k: 4, n: 4, percent: 10, state: 'undecided' },
  { k: 0, n: 0, percent: 80, state: 'undecided' },
];

it.each(cases)('$k of $n for a goal of $percent %: $state', ({ k, n, percent, state }) => {
  expect(verdictOf(proportionOf(k, n), percent).state).toBe(state);
});

it('an interval that begins at the goal reaches it', () => {
  const success = { k: 9, n: 10, share: 0.9, low: 0.6, high: 0.98 };
  expect(verdictOf(success, 60).state).toBe('reached');
  expect(verdictOf({ ...success, high: 0.6 }, 60).state).toBe('reached');
  expect(verdictOf({ ...success, low: 0.3, high: 0.6 }, 60).state).toBe('undecided');
});

it.each([
  [35, 57, 70],
  [3, 4, 50],
  [7, 10, 80],
])('%i of %i for %i %%: so many more decide it, and one less does not', (k, n, percent) => {
  const { morePeople } = verdictOf(proportionOf(k, n), percent);
  const decides = (more: number) => {
    const interval = wilson((k / n) * (n + more), n + more);
    return interval !== null && (interval.low >= percent / 100 || interval.high < percent / 100);
  };
  expect([decides(morePeople ?? 0), decides((morePeople ?? 0) - 1)]).toEqual([true, false]);
});

it('no number of people decides a share that is the goal, and no one says what to expect', () => {
  expect(verdictOf(proportionOf(35, 50), 70).morePeople).toBeNull();
  expect(verdictOf(proportionOf(0, 0), 70).morePeople).toBeNull();
  expect(verdictOf(null, 70)).toMatchObject({ state: 'undecided', morePeople: null });
});

it.each([
  [
    'one missed task decides, the lowest of them',
    [
      [57, 57],
      [9, 57],
      [5, 57],
    ],
    ['missed', 6],
  ],
  [
    'an undecided task stops what others reach',
    [
      [57, 57],
      [40, 57],
    ],
    ['undecided', 5],
  ],
  [
    'of undecided ones the one that needs most people',
    [
      [36, 57],
      [34, 57],
      [35, 57],
    ],
    ['undecided', 4],
  ],
  [
    'all reach it: the lowest one shows how close',
    [
      [57, 57],
      [56, 57],
    ],
    ['reached', 5],
  ],
  ['tasks without a goal do not count', [null, [57, 57]], ['reached', 5]],
  ['no task has a goal', [null, null], ['undecided', null]],
] as const)('%s', (...[, tasks, [state, step]]) => {
  const of = tasks.map((task, at) => ({
    step: at + 4,
    success: task === null ? null : proportionOf(task[0], task[1]),
  }));
  expect(verdictOfTasks(of, 70)).toMatchObject({ state, step });
});
