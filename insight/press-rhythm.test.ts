// Rows of quick presses: which of their messages are presses of their own.
import { expect, it } from 'vitest';
import { distance, PressRhythm } from './press-rhythm.ts';

/** Time, place on a line in pixels, and what differs from a press that reacted on screen A; or a change of the screen. */
type Message =
  | [atMs: number, x: number, change?: { on?: string; handled?: boolean }]
  | [atMs: number, 'change'];

/** Returns the numbers of the messages that are presses of their own. */
function pressesIn(messages: readonly Message[]): number[] {
  const rhythm = new PressRhythm();
  for (const [seq, [atMs, x, { on = 'A', handled = true } = {}]] of messages.entries()) {
    if (x === 'change') rhythm.change(atMs);
    else {
      const position = { x, y: 0 };
      rhythm.press({
        ...{ seq, atMs, screenId: on, handled, targetId: 'card' },
        ...{ targetPosition: position, scrollerId: on, scrollerPosition: position },
      });
    }
  }
  return [...rhythm.finish()];
}

/** Presses far from each other in time, each reported once. */
const singles = (count: number, handled = true): Message[] =>
  Array.from({ length: count }, (_, at) => [at * 2000, at * 50, { handled }]);
/** Three quick messages at one place, a minute later. */
const row: Message[] = [60_000, 60_200, 60_400].map((atMs) => [atMs, 5]);
const rowFrom = (first: number) => [first, first + 1, first + 2];

it.each<[string, Message[], number[]]>([
  ['single presses', singles(5), []],
  ['a row alone', row, []],
  ['a row after two single presses', [...singles(2), ...row], []],
  ['a row after three single presses', [...singles(3), ...row], rowFrom(3)],
  ['a row of three on a way, as of a drag', [0, 100, 200].map((at) => [at, at / 9]), []],
  ['a row of four on a way', [0, 100, 200, 300].map((at) => [at, at / 9]), [0, 1, 2, 3]],
  [
    'a row whose hand trembles by 3 px',
    [0, 100, 200, 300].map((at) => [at, (at / 100) % 2 ? 3 : 0]),
    [],
  ],
  [
    'pairs of which the hand moves a little within and far between',
    [0, 90, 300, 390, 600, 690].map((at, seq) => [at, Math.floor(seq / 2) * 40 + (seq % 2) * 5]),
    [],
  ],
  ['a pair 10 px apart after eight single presses', [...singles(8), [60_000, 0], [60_100, 10]], []],
  [
    'a pair 10 px apart after nine single presses',
    [...singles(9), [60_000, 0], [60_100, 10]],
    [9, 10],
  ],
  [
    'a row after long presses and their releases',
    [...[0, 500, 3000, 3500, 6000, 6500].map((at): Message => [at, 5]), ...row],
    [],
  ],
  [
    'a row after presses 1.5 s apart at one place',
    [...[0, 1500, 3000].map((at): Message => [at, 5]), ...row],
    rowFrom(3),
  ],
  [
    'a row after presses that led to another screen',
    [
      ...[0, 2000, 4000, 6000].flatMap((at): Message[] => [
        [at, 5],
        [at + 60, 'change'],
      ]),
      ...row,
    ],
    [],
  ],
  [
    'a row after presses on either side of a change',
    [
      ...[0, 2000, 4000].flatMap((at): Message[] => [
        [at, 5],
        [at + 60, 'change'],
        [at + 200, 5],
      ]),
      ...row,
    ],
    rowFrom(9),
  ],
  [
    'a row after quick presses on screens in turn',
    [[0, 5], [200, 5, { on: 'B' }], [400, 5], ...row],
    rowFrom(3),
  ],
  ['a row that reacted after dead presses', [...singles(4, false), ...row], []],
  [
    'a row of both after presses that reacted',
    [...singles(4), [60_000, 5], [60_200, 5, { handled: false }]],
    [],
  ],
  [
    'a row that reacted, where dead presses are reported twice',
    [...singles(3), [30_000, 5, { handled: false }], [30_100, 5, { handled: false }], ...row],
    rowFrom(5),
  ],
])('%s', (_, messages, presses) => {
  expect(pressesIn(messages)).toEqual(presses);
});

type Compared = Partial<Parameters<typeof distance>[0]>;

const at = (x: number) => ({ x, y: 0 });
const nowhere = {
  ...{ seq: 0, atMs: 0, handled: null, targetId: null, targetPosition: null },
  ...{ scrollerId: null, scrollerPosition: null },
};

it.each<[string, Compared, Compared, number | null]>([
  [
    'in one scrolling frame, whatever layer was pressed',
    { scrollerId: 'a', scrollerPosition: at(3), targetId: 'b', targetPosition: at(0) },
    { scrollerId: 'a', scrollerPosition: at(10), targetId: 'c', targetPosition: at(0) },
    7,
  ],
  [
    'on one layer, where the frame has no position',
    { scrollerId: 'a', targetId: 'b', targetPosition: at(2) },
    { scrollerId: 'a', targetId: 'b', targetPosition: at(7) },
    5,
  ],
  [
    'on layers of different frames',
    { scrollerId: 'a', scrollerPosition: at(3), targetId: 'b', targetPosition: at(0) },
    { scrollerId: 'd', scrollerPosition: at(3), targetId: 'c', targetPosition: at(0) },
    null,
  ],
])('the distance of presses %s', (_, one, ...[other, px]) => {
  expect(distance({ ...nowhere, ...one }, { ...nowhere, ...other })).toBe(px);
});
