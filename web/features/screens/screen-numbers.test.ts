// Numbers on a screen's card, and the people that each number opens.
import { expect, test } from 'vitest';
import type { ScreenResult } from '#contract/result-screens.ts';
import { numbersOf } from './screen-numbers.ts';

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
  expect(numberOf(screen({}), 'pressed what does not react')).toEqual({
    term: 'pressed what does not react',
    value: '14 of 21',
    hint: '67 %, 95 % interval 45–83',
    isHigh: true,
    people: { query: { of: 'clicked', at: 2, layer: 'missed' } },
  });
});

test('below five people no share, and no people behind a nought', () => {
  expect(numberOf(screen({}), 'came back')).toMatchObject({ value: '1 of 3', hint: '' });
  expect(numberOf(screen({}), 'came back')?.people).toEqual({ query: { of: 'came_back', at: 2 } });
  expect(numberOf(screen({}), 'ended here without the goal')?.people).toBeNull();
  expect(numberOf(screen({ missedBy: none }), 'pressed what does not react')).toMatchObject({
    value: '0 of 0',
    hint: '',
    isHigh: false,
    people: null,
  });
});

test('a goal screen ends nothing; nothing reacted: no time', () => {
  const goal = screen({ isGoal: true, endedHere: null, firstReactedMs: null });
  expect(numberOf(goal, 'ended here without the goal')).toMatchObject({
    value: 'goal',
    people: null,
  });
  expect(numberOf(goal, 'first reacting click')).toMatchObject({ value: '–', people: null });
  expect(numberOf(screen({}), 'first reacting click')?.value).toBe('5.2 s');
});

test('with routes also how many first clicks led onto one', () => {
  expect(numberOf(screen({}), 'first click on a route')).toBeUndefined();
  const routed = screen({ firstClickOnRoute: { k: 9, n: 20, share: 0.45, low: 0.26, high: 0.66 } });
  expect(numberOf(routed, 'first click on a route')?.value).toBe('9 of 20');
});
