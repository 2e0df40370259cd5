// Items that do not move while a list is replaced.
import { expect, test } from 'vitest';
import { steadyList } from './steady-list.ts';

const keyOf = (item: string) => item[0] ?? '';

test.each([
  { held: ['a', 'b'], now: ['a', 'b'], items: ['a', 'b'], waiting: 0, what: 'nothing changed' },
  { held: ['a', 'b'], now: ['b', 'a'], items: ['a', 'b'], waiting: 0, what: 'another order waits' },
  { held: ['a', 'b'], now: ['a2', 'b2'], items: ['a2', 'b2'], waiting: 0, what: 'new values show' },
  {
    held: ['a', 'b'],
    now: ['c', 'a', 'b'],
    items: ['a', 'b'],
    waiting: 1,
    what: 'one above waits',
  },
  {
    held: ['a', 'b'],
    now: ['a', 'b', 'c'],
    items: ['a', 'b', 'c'],
    waiting: 0,
    what: 'one below comes',
  },
  {
    held: ['a', 'b'],
    now: ['b', 'c'],
    items: ['b', 'c'],
    waiting: 0,
    what: 'what is gone is gone',
  },
  { held: ['a'], now: ['c', 'd'], items: ['c', 'd'], waiting: 0, what: 'all gone: the new ones' },
  { held: [], now: ['a'], items: ['a'], waiting: 0, what: 'nothing stood there' },
])('$what', ({ held, now, items, waiting }) => {
  expect(steadyList(held, now, keyOf)).toEqual({ items, waiting });
});
