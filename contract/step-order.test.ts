// Rules of order and variants: who is shown what, Williams designs, and what a form may not ask for.
import { describe, expect, it } from 'vitest';
import {
  countVariants,
  orderProblem,
  shuffledSteps,
  stepsOfPerson,
  VARIANT_OF_OTHER_TEXT,
  VARIANT_WITHOUT_TASK,
  williamsRows,
} from './step-order.ts';
import type { Step } from './steps.ts';

const task = (number: number, fields: object = {}) =>
  ({ number, kind: 'task', task: 'Find', figmaUrl: '', goal: null, asks: [], ...fields }) as Step;
const text = (number: number, fields: object = {}) =>
  ({ number, kind: 'text', text: 'Read', ...fields }) as Step;

const AB = [task(1, { variant: 1 }), task(2, { variant: 2 })];

describe('the steps of a person', () => {
  it.each([
    ['without either, all', [task(1), text(2)], null, null, [1, 2]],
    ['the first variant', [text(3), ...AB, task(4)], 1, null, [3, 1, 4]],
    ['the second variant', [text(3), ...AB, task(4)], 2, null, [3, 2, 4]],
    [
      'a shuffled order in the places of the shuffled',
      [task(1, { shuffled: true }), text(2), task(3, { shuffled: true }), task(4)],
      null,
      [3, 1],
      [3, 2, 1, 4],
    ],
    [
      'a shuffled task with variants',
      [...AB.map((one) => ({ ...one, shuffled: true })), task(5, { shuffled: true })],
      2,
      [5, 1],
      [5, 2],
    ],
    ['an order of other steps leaves them as they stand', [task(1), task(2)], null, [7, 8], [1, 2]],
  ] as const)('%s', (...[, steps, variant, order, expected]) => {
    const own = stepsOfPerson(steps as readonly Step[], { variant, order });
    expect(own.map(({ number }) => number)).toEqual(expected);
  });

  it('counts variants, and names a shuffled task by its first one', () => {
    expect(countVariants([task(1)])).toBe(1);
    expect(countVariants(AB)).toBe(2);
    const shuffled = AB.map((one) => ({ ...one, shuffled: true }));
    expect(shuffledSteps([...shuffled, task(3, { shuffled: true }), task(4)])).toEqual([1, 3]);
  });
});

describe('a Williams design', () => {
  it.each([2, 3, 4, 5, 6, 7, 8, 12, 15])('of %i items is balanced', (n) => {
    const items = Array.from({ length: n }, (_, at) => at + 1);
    const rows = williamsRows(items);
    expect(rows).toHaveLength(n % 2 === 0 ? n : 2 * n);
    const perPlace = rows.length / n;
    const perPair = rows.length / n;
    for (const item of items) {
      for (const place of items.keys()) {
        expect(rows.filter((row) => row[place] === item)).toHaveLength(perPlace);
      }
      for (const other of items) {
        if (other === item) continue;
        const before = rows.filter((row) => row[row.indexOf(item) + 1] === other);
        expect(before).toHaveLength(perPair);
      }
    }
  });

  it('of fewer than two items is the one order', () => {
    expect(williamsRows([])).toEqual([[]]);
    expect(williamsRows([4])).toEqual([[4]]);
  });
});

describe('a problem', () => {
  it.each([
    ['no variant', [task(1), task(2)], 1, null],
    ['two of one task', AB, 1, null],
    ['the first of two', AB, 0, null],
    ['a first one alone', [task(1, { variant: 1 })], 0, /same number/],
    ['a second one alone', [task(2, { variant: 2 })], 0, VARIANT_WITHOUT_TASK],
    [
      'one after a text',
      [task(1, { variant: 1 }), text(2), task(3, { variant: 2 })],
      2,
      VARIANT_WITHOUT_TASK,
    ],
    ['another text', [AB[0], task(2, { variant: 2, task: 'Buy' })], 1, VARIANT_OF_OTHER_TEXT],
    [
      'a condition',
      [AB[0], { ...AB[1], shownWhen: { step: 1, is: ['done'] } }],
      1,
      /Set the condition/,
    ],
    [
      'two and three',
      [...AB, ...[3, 4, 5].map((number) => task(number, { variant: number - 2 }))],
      0,
      /same number/,
    ],
  ] as const)('%s', (...[, steps, at, expected]) => {
    const problem = orderProblem(steps as unknown as readonly Step[], at);
    if (expected instanceof RegExp) expect(problem).toMatch(expected);
    else expect(problem).toBe(expected);
  });
});
