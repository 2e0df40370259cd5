// Sums of one run against a session by hand: screens, places that do not react, where clicks led to.
import { describe, expect, it } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import { withLayers } from './layer-rules.ts';
import { ScreenLayers } from './layers.ts';
import type { ScreenGeometry } from './place.ts';
import { pressedPlace } from './places.ts';
import { readSession } from './reading.ts';
import { runSums } from './run-sums.ts';

const list: ScreenGeometry = {
  nodeId: '1:1',
  width: 400,
  height: 800,
  origin: { x: 0, y: 0 },
  boxes: {
    '1:1': { x: 0, y: 0, width: 400, height: 800, name: 'All plants' },
    '1:5': { x: 0, y: 100, width: 400, height: 100, name: 'Snake plant' },
    '1:6': { x: 0, y: 100, width: 400, height: 101, name: 'Background' },
    '1:7': { x: 0, y: 300, width: 100, height: 100 },
  },
};

type Message = [atMs: number, type: RawEvent['type'], data: Record<string, unknown>];
const numbered = (messages: Message[]): RawEvent[] =>
  messages.map(([atMs, type, data], seq) => ({ seq, atMs, type, data }));
const presented = (atMs: number, presentedNodeId: string, isStoredInHistory = true): Message => [
  ...([atMs, 'PRESENTED_NODE_CHANGED'] as const),
  { presentedNodeId, isStoredInHistory },
];
const press = (atMs: number, presentedNodeId: string, more: object = {}): Message => [
  ...([atMs, 'MOUSE_PRESS_OR_RELEASE'] as const),
  {
    presentedNodeId,
    handled: true,
    // A layer of the first screen, and none of the others.
    targetNodeId: presentedNodeId === '1:1' ? '1:5' : '9:9',
    targetNodeMousePosition: { x: 30, y: 50 },
    ...more,
  },
];
const missed = (atMs: number, screen: string, more: object = {}) =>
  press(atMs, screen, { handled: false, ...more });

const numbers = new Map([
  ['1:1', 4],
  ['1:2', 2],
  ['1:3', 9],
]);
const sumsOf = (messages: Message[]) =>
  runSums(
    readSession(numbered(messages), {
      startNodeId: '1:1',
      endedAtMs: 60_000,
      screens: [withLayers(list)],
    }),
    (id) => numbers.get(id) ?? 1,
  );

describe('the sums of a run', () => {
  const { screens, places, ledTo } = sumsOf([
    [40, 'INITIAL_LOAD', {}],
    missed(2000, '1:1'),
    missed(3000, '1:1', { targetNodeId: '1:7' }),
    missed(4000, '1:1'),
    press(5000, '1:1'),
    presented(5050, '1:2'),
    missed(6000, '1:2'),
    presented(7000, '1:3', false),
    presented(8000, '1:2'),
    press(9000, '1:2', { handled: null }),
    presented(9100, '1:1'),
    press(10_000, '1:3'),
  ]);

  it('are one row for each screen that was presented or clicked', () => {
    expect(screens).toEqual([
      {
        screen: 4,
        presented: 2,
        firstAtMs: 40,
        backAtMs: 9100,
        isLast: false,
        clicks: 4,
        misclicks: 3,
        unplaced: 0,
        firstReactedMs: 4960,
        firstMissedAtMs: 2000,
        firstLedTo: null,
      },
      {
        screen: 2,
        presented: 1,
        firstAtMs: 5050,
        backAtMs: null,
        isLast: false,
        clicks: 2,
        misclicks: 1,
        unplaced: 2,
        firstReactedMs: null,
        firstMissedAtMs: 6000,
        firstLedTo: null,
      },
      {
        screen: 9,
        presented: 1,
        firstAtMs: 10_000,
        backAtMs: null,
        isLast: true,
        clicks: 1,
        misclicks: 0,
        unplaced: 1,
        firstReactedMs: 0,
        firstMissedAtMs: null,
        firstLedTo: null,
      },
    ]);
  });

  it('count presses on what does not react by layer, else by spot', () => {
    expect(places).toEqual([
      { screen: 4, place: 'layer:1:5', presses: 2, firstAtMs: 2000 },
      { screen: 4, place: 'cell:1,14', presses: 1, firstAtMs: 3000 },
    ]);
  });

  it('tell where each click led to', () => {
    expect(ledTo).toEqual([null, null, null, 2, null, 4, null]);
  });

  it('hold a screen once that was clicked in a hover transition alone', () => {
    const hovered = sumsOf([
      presented(100, '1:3', false),
      press(900, '1:3'),
      presented(1500, '1:2'),
    ]);
    expect(hovered.screens).toMatchObject([
      { screen: 2, presented: 1, isLast: true },
      { screen: 9, presented: 1, firstAtMs: 900, clicks: 1, isLast: false },
    ]);
  });

  it('are none of a session without a message on a page without screens', () => {
    const nothing = readSession([], { startNodeId: null, endedAtMs: null, screens: [] });
    expect(runSums(nothing, () => 1)).toEqual({ screens: [], places: [], ledTo: [] });
  });

  it('are those of one screen where several share a number', () => {
    const { screens } = sumsOf([presented(100, '7:1'), presented(200, '7:2'), missed(300, '7:3')]);
    expect(screens).toMatchObject([{ screen: 1, presented: 3, backAtMs: 200, misclicks: 1 }]);
  });

  it('are never before the beginning when a clock jumps back', () => {
    const { screens } = sumsOf([presented(9000, '1:2'), press(4000, '1:2')]);
    expect(screens).toMatchObject([{ firstAtMs: 9000, firstReactedMs: 0 }]);
  });
});

describe('the place of a click', () => {
  const at = (targetId: string | null, x: number | null = 50, y: number | null = 100) =>
    pressedPlace({ targetId, reacted: false, x, y }, new ScreenLayers(withLayers(list)));
  it.each([
    ['a named layer', '1:5', 'layer:1:5'],
    ['the screen itself', '1:1', 'cell:2,4'],
    ['a layer over more than an eighth of the screen', '1:6', 'cell:2,4'],
    ['a layer without a name', '1:7', 'cell:2,4'],
    ['a layer that the image does not know', 'constructor', 'cell:2,4'],
    ['nothing that is known', null, 'cell:2,4'],
  ])('on %s', (_what, targetId, place) => expect(at(targetId)).toBe(place));

  it('is a named layer also where the point is not known, else none', () => {
    expect(at('1:5', null, null)).toBe('layer:1:5');
    expect(at('1:7', null, null)).toBeNull();
    expect(
      pressedPlace({ targetId: '1:5', reacted: null, x: null, y: null }, undefined),
    ).toBeNull();
  });
});
