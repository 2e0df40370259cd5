// Numbers on a screen's card, and the people that each number opens.
import { expect, test } from 'vitest';
import type { ScreenResult } from '#contract/result-screens.ts';
import { numbersOf, sortScreens } from './screen-numbers.ts';

const none = { k: 0, n: 0, share: null, low: null, high: null };

function screen(change: Partial<ScreenResult>): ScreenResult {
  return {
    number: 2,
    name: 'All plants',
    screenId: '1:3',
    isRenamed: false,
    isGoal: false,
    isInDesign: true,
    image: null,
    visitedBy: 21,
    firstReactedMs: 5240,
    missedBy: { k: 14, n: 21, share: 14 / 21, low: 0.454, high: 0.828 },
    cameBack: { k: 1, n: 3, share: null, low: null, high: null },
    endedHere: { k: 0, n: 18, share: 0, low: 0, high: 0.176 },
    firstClickOnRoute: null,
    clicks: 89,
    misclicks: 73,
    unplaced: 2,
    ...change,
  };
}

function numberOf(of: ScreenResult, term: string) {
  return numbersOf(of).find((number) => number.term === term);
}

test('counts of people, with share and interval as a hint, open their people', () => {
  expect(numberOf(screen({}), 'people with dead clicks')).toEqual({
    id: 'dead',
    term: 'people with dead clicks',
    value: '14 of 21',
    part: 14 / 21,
    rank: 14 / 21,
    hint: '67 %, 95 % interval 45–83',
    isHigh: true,
    people: { query: { of: 'clicked', at: 2, layer: 'missed' } },
  });
});

test('below five people no share, and no people behind a nought', () => {
  expect(numberOf(screen({}), 'came back')).toMatchObject({ value: '1 of 3', hint: '' });
  expect(numberOf(screen({}), 'came back')?.people).toEqual({ query: { of: 'came_back', at: 2 } });
  expect(numberOf(screen({}), 'ended here')?.people).toBeNull();
  expect(numberOf(screen({ missedBy: none }), 'people with dead clicks')).toMatchObject({
    value: '0 of 0',
    hint: '',
    isHigh: false,
    people: null,
  });
});

test('a goal screen ends nothing; nothing reacted: no time', () => {
  const goal = screen({ isGoal: true, endedHere: null, firstReactedMs: null });
  expect(numberOf(goal, 'ended here')).toMatchObject({
    value: 'goal',
    people: null,
  });
  expect(numberOf(goal, 'time to first working click')).toMatchObject({ value: '–', people: null });
  expect(numberOf(screen({}), 'time to first working click')?.value).toBe('5.2 s');
});

test('with routes also how many first clicks led onto one', () => {
  expect(numberOf(screen({}), 'first click on a route')).toBeUndefined();
  const routed = screen({ firstClickOnRoute: { k: 9, n: 20, share: 0.45, low: 0.26, high: 0.66 } });
  expect(numberOf(routed, 'first click on a route')?.value).toBe('9 of 20');
});

test('sorts by a column, the greatest or the least first; screens without a value come last', () => {
  const screens = [
    screen({ number: 1, firstReactedMs: null, visitedBy: 3 }),
    screen({ number: 2, firstReactedMs: 2000, visitedBy: 9 }),
    screen({ number: 3, firstReactedMs: 1000, visitedBy: 9 }),
  ];
  const order = (by: 'working' | 'visited' | 'number', isDescending: boolean) =>
    sortScreens(screens, { by, isDescending }).map(({ number }) => number);
  expect(order('working', false)).toEqual([3, 2, 1]);
  expect(order('working', true)).toEqual([2, 3, 1]);
  expect(order('visited', true)).toEqual([2, 3, 1]);
  expect(order('number', true)).toEqual([3, 2, 1]);
});
