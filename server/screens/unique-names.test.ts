// Tests of names of screens that differ.
import { expect, it } from 'vitest';
import { uniqueNames } from './unique-names.ts';

const named = (...names: string[]) => [
  ...uniqueNames(names.map((name, at) => ({ name, number: at + 1 }))).values(),
];

it.each([
  [
    ['Home', 'Cart'],
    ['Home', 'Cart'],
  ],
  [
    ['Checkout', 'Home', 'Checkout', 'Checkout'],
    ['Checkout', 'Home', 'Checkout (2)', 'Checkout (3)'],
  ],
  [
    ['Checkout', 'Checkout', 'Checkout (2)', 'Checkout (2)'],
    ['Checkout', 'Checkout (3)', 'Checkout (2)', 'Checkout (2) (2)'],
  ],
])('%j are %j', (names, unique) => {
  expect(named(...names)).toEqual(unique);
});

it('goes by number, in whichever order they come', () => {
  const names = uniqueNames([
    { number: 9, name: 'A' },
    { number: 2, name: 'A' },
  ]);
  expect([names.get(2), names.get(9)]).toEqual(['A', 'A (2)']);
});
