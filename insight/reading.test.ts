// The whole reading of fixed sessions: places of clicks or the reasons without one, the path, and
// the version's digest.
import { expect, it } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import type { ScreenGeometry } from './place.ts';
import { READING_VERSION, type ReadingInput, readSession } from './reading.ts';
import { runSums } from './run-sums.ts';

const home: ScreenGeometry = {
  nodeId: '1:1',
  width: 200,
  height: 400,
  origin: { x: 0, y: 0 },
  boxes: {
    '1:1': { x: 1000, y: 0, width: 200, height: 400 },
    '1:10': { x: 1020, y: 50, width: 100, height: 40, name: 'Buy' },
  },
};

type Message = [atMs: number, type: RawEvent['type'], data: Record<string, unknown>];
const numbered = (messages: Message[]): RawEvent[] =>
  messages.map(([atMs, type, data], seq) => ({ seq, atMs, type, data }));
const press = (atMs: number, presentedNodeId: string, more: object = {}): Message => [
  atMs,
  'MOUSE_PRESS_OR_RELEASE',
  {
    presentedNodeId,
    handled: true,
    targetNodeId: '1:10',
    targetNodeMousePosition: { x: 5, y: 6 },
    ...more,
  },
];
const change = (atMs: number, presentedNodeId: string, isStoredInHistory = true): Message => [
  atMs,
  'PRESENTED_NODE_CHANGED',
  { presentedNodeId, isStoredInHistory },
];

const session = numbered([
  [40, 'INITIAL_LOAD', {}],
  press(1000, '1:1'),
  change(1050, '1:2'),
  press(2000, '1:2', { handled: false, targetNodeId: '2:20' }),
  change(3000, '1:3', false),
  change(3500, '1:2'),
  press(4000, '1:2', { targetNodeMousePosition: null }),
  change(5000, '1:1'),
  press(6000, '1:1', { targetNodeId: '9:9', handled: null }),
]);
const input: ReadingInput = { startNodeId: '1:1', endedAtMs: 7000, screens: [home] };

it('places clicks on their screens, or says why they have no place', () => {
  const { clicks, skipped, prototypeState } = readSession(session, input);
  expect(
    clicks.map(({ seq, screenId, x, y, unplaced, reacted }) => [
      seq,
      screenId,
      x,
      y,
      unplaced,
      reacted,
    ]),
  ).toEqual([
    [1, '1:1', 25, 56, null, true],
    [3, '1:2', null, null, 'no_screen_image', false],
    [8, '1:1', null, null, 'node_unknown', null],
  ]);
  expect(skipped).toMatchObject({ withoutPosition: 1 });
  expect(prototypeState).toBe('shown');
});

it('leaves hover transitions out of the path, which has no screen twice in a row', () => {
  const { path, pathAtMs, visits } = readSession(session, input);
  expect(visits.map(({ screenId }) => screenId)).toEqual(['1:1', '1:2', '1:3', '1:2', '1:1']);
  expect(path).toEqual(['1:1', '1:2', '1:1']);
  expect(pathAtMs).toEqual([40, 1050, 5000]);
});

it('has no path of a prototype that told nothing, or asked for a sign-in', () => {
  const signInPage = numbered([[900, 'LOGIN_SCREEN_SHOWN', {}]]);
  for (const events of [[], signInPage]) {
    const { path, pathAtMs, visits } = readSession(events, input);
    expect([path, pathAtMs, visits.map(({ screenId }) => screenId)]).toEqual([[], [], ['1:1']]);
  }
  expect(readSession(numbered([[900, 'INITIAL_LOAD', {}]]), input).path).toEqual(['1:1']);
});

it('tells which clicks are the first of their screen, and what each hit', () => {
  const { clicks } = readSession(session, input);
  expect(clicks.map(({ seq, isFirst, place }) => [seq, isFirst, place])).toEqual([
    [1, true, 'layer:1:10'],
    [3, true, null],
    [8, false, null],
  ]);
});

it('reads messages in any order alike', () => {
  expect(readSession(session.toReversed(), input)).toEqual(readSession(session, input));
});

/**
 * Checksums of these sessions' readings by version. A different checksum needs a new version with
 * its own row.
 */
const checksums: Record<number, number> = {
  1: 3669323943,
  2: 165492894,
  // Version 3 names other layers and pairs other quick presses, which these sessions do not have.
  3: 165492894,
};

it('has the version of its readings', () => {
  const elsewhere = { startNodeId: null, endedAtMs: null, screens: [home] };
  const inputs = [input, { ...input, screens: [] }, elsewhere];
  const readings = JSON.stringify(
    inputs.map((each) => {
      const reading = readSession(session, each);
      return [reading, runSums(reading, (screenId) => Number(screenId.slice(2)))];
    }),
  );
  let checksum = 0;
  for (const character of readings) {
    checksum = (checksum * 31 + (character.codePointAt(0) ?? 0)) % 2 ** 32;
  }
  expect(checksums[READING_VERSION]).toBe(checksum);
});
