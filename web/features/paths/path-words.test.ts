// Paths in words: screens of a loop stand in brackets.
import { expect, it } from 'vitest';
import { routeText } from './path-words.ts';

const screens = ['Home', 'All plants', 'Basket'].map((name, at) => ({
  number: at + 1,
  name,
  screenId: `1:${at + 2}`,
  isRenamed: false,
  isGoal: false,
  isInDesign: true,
  image: null,
}));

it.each([
  ['a way without a loop', [{ screens: [1, 2], loops: 1 }], 'Home › All plants'],
  ['one screen several times', [{ screens: [2], loops: 3 }], 'All plants ↻3'],
  [
    'two screens in turn, and on',
    [
      { screens: [1, 2], loops: 2 },
      { screens: [3], loops: 1 },
    ],
    '(Home › All plants) ↻2 › Basket',
  ],
])('%s', (_what, steps, text) => {
  const route = { route: '', people: 1, reached: 0, direct: 0, steps };
  expect(routeText(route, screens)).toBe(text);
});
