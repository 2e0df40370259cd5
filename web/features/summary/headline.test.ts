// The sentence of Summary: counted sessions, excluded sessions, and the copied text.
import { expect, test } from 'vitest';
import type { ResultSummary } from '#contract/results.ts';
import { proportionOf } from '#insight/numbers/share.ts';
import { copiedText, headlineOf } from './headline.ts';

const goal: ResultSummary['goal'] = { kind: 'screens', screens: ['1:8'], routes: [] };
const study = {
  people: 57,
  goal,
  success: proportionOf(36, 54),
  outcomes: [
    { outcome: 'running', people: 1 },
    { outcome: 'never_began', people: 2 },
    { outcome: 'direct', people: 27 },
    { outcome: 'indirect', people: 9 },
    { outcome: 'gave_up', people: 18 },
  ],
} satisfies Partial<ResultSummary>;

test('counts, interval, and who is not counted', () => {
  const { before, goalNames, share, outside } = headlineOf(study, ['Order placed']);
  expect([before, ...goalNames, share]).toEqual([
    '36 of 54 reached',
    'Order placed',
    '67 %, 95 % interval 53–78 %.',
  ]);
  expect(outside.map(({ text }) => text)).toEqual(['1 still runs', '2 never started']);
});

test.each([
  [{ success: proportionOf(2, 3) }, '2 of 3 reached', null],
  [{ success: null, goal: null }, '57 people took the test', null],
  [{ success: proportionOf(0, 0) }, 'No sessions count yet', null],
  [{ people: 0, success: proportionOf(0, 0) }, 'No sessions count yet', null],
  [{ people: 0, outcomes: [], success: proportionOf(0, 0) }, 'No session fits this filter', null],
  [{ success: null }, '57 people fit this filter', null],
  [{ success: null, people: 1 }, '1 person fits this filter', null],
  [{ goal: { kind: 'judged' } as const }, '36 of 54 made it', '67 %, 95 % interval 53–78 %.'],
])('%j', (change, before, share) => {
  const headline = headlineOf({ ...study, ...change }, ['Order placed']);
  expect([headline.before, headline.share]).toEqual([before, share]);
});

test.each([
  [{}, '36 of 54', ['direct', 'indirect']],
  [{ success: null, goal: null }, '57 people', null],
  [{ success: proportionOf(0, 12) }, null, ['direct', 'indirect']],
  [{ success: proportionOf(0, 0) }, null, null],
  [{ people: 0, outcomes: [] }, null, null],
])('%j: the number opens its people', (change, count, outcomes) => {
  const headline = headlineOf({ ...study, ...change }, ['Order placed']);
  expect([headline.count, headline.countedOutcomes]).toEqual([count, outcomes]);
});

test('runs of revisions without a goal are named', () => {
  const { withoutGoal } = headlineOf({ ...study, success: proportionOf(36, 51) }, []);
  expect(withoutGoal).toBe('3 people ran a revision without a goal');
  expect(headlineOf(study, []).withoutGoal).toBe(null);
});

test('a copy takes the definition along', () => {
  const copied = { testName: 'Plants', revision: 2, filter: '18 of 57 people' };
  expect(copiedText(headlineOf(study, ['Order placed']), copied)).toBe(
    `36 of 54 reached Order placed. 67 %, 95 % interval 53–78 %. Left out: 1 still runs, 2 never started.
Test: Plants, revision 2; 18 of 57 people.
Definition: reached the goal, directly or indirectly, of all runs that are counted (direct, indirect, thought done, gave up, left, stopped). Interval: Wilson, 95 %.`,
  );
});
