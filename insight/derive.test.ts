// Table tests of the reading of raw messages: every observed behaviour of the embed is one row.
import { describe, expect, it } from 'vitest';
import type { RawEvent } from '#contract/events.ts';
import { type DeriveOptions, derive } from './derive.ts';

type Message = [atMs: number, type: RawEvent['type'], data?: Record<string, unknown>];

const number = (messages: Message[]): RawEvent[] =>
  messages.map(([atMs, type, data = {}], seq) => ({ seq, atMs, type, data }));
const read = (messages: Message[], options?: DeriveOptions) => derive(number(messages), options);

function press(atMs: number, at: { x: number; y: number }, more: Record<string, unknown> = {}) {
  const { presentedNodeId: screen = '1:2' } = more;
  const data = {
    presentedNodeId: screen,
    handled: true,
    targetNodeId: '1:20',
    targetNodeMousePosition: at,
    nearestScrollingFrameId: screen,
    nearestScrollingFrameMousePosition: { x: at.x + 100, y: at.y + 50 },
    nearestScrollingFrameOffset: { x: 0, y: 0 },
    ...more,
  };
  return [atMs, 'MOUSE_PRESS_OR_RELEASE', data] satisfies Message;
}
const change = (atMs: number, presentedNodeId: string, isStoredInHistory = true): Message => [
  atMs,
  'PRESENTED_NODE_CHANGED',
  { presentedNodeId, isStoredInHistory, stateMappings: {} },
];

const none = { echo: 0, navigationRace: 0, withoutPosition: 0, withoutScreen: 0 };

describe('clicks', () => {
  const rows: [string, Message[], { at: number[]; skipped?: Partial<typeof none> }][] = [
    ['a press reported once', [press(100, { x: 5, y: 5 })], { at: [100] }],
    [
      'press and release of one click',
      [press(100, { x: 5, y: 5 }), press(190, { x: 7, y: 5 })],
      { at: [100], skipped: { echo: 1 } },
    ],
    [
      'two double-reported clicks in a row',
      [0, 80, 200, 280].map((at) => press(at, { x: 5, y: 5 })),
      { at: [0, 200], skipped: { echo: 2 } },
    ],
    [
      'two clicks on one spot, each reported once',
      [press(0, { x: 5, y: 5 }), press(600, { x: 5, y: 5 })],
      { at: [0, 600] },
    ],
    [
      'the end of a drag',
      [
        press(0, { x: 5, y: 5 }, { handled: false }),
        press(300, { x: 90, y: 5 }, { handled: false }),
      ],
      { at: [0], skipped: { echo: 1 } },
    ],
    [
      'two keys of a keypad in quick order',
      [press(0, { x: 5, y: 5 }), press(250, { x: 60, y: 5 }, { targetNodeId: '1:21' })],
      { at: [0, 250] },
    ],
    [
      'quick presses on a way of 11 px each, reported once',
      Array.from({ length: 30 }, (_, at) =>
        press(at * 200, { x: at * 11, y: 5 }, { handled: false }),
      ),
      { at: Array.from({ length: 30 }, (_, at) => at * 200) },
    ],
    [
      'quick presses on such a way, reported twice',
      Array.from({ length: 30 }, (_, at) =>
        press(at * 100, { x: Math.floor(at / 2) * 11, y: 5 }, { handled: false }),
      ),
      {
        at: Array.from({ length: 15 }, (_, at) => at * 200),
        skipped: { echo: 15 },
      },
    ],
    [
      'quick presses on one spot, where others show that each is reported once',
      [0, 2000, 4000, 6000, 6200, 6400, 6600].map((at) => press(at, { x: 5, y: 5 })),
      { at: [0, 2000, 4000, 6000, 6200, 6400, 6600] },
    ],
    [
      'quick presses on one spot, where others show that each is reported twice',
      [0, 90, 2000, 2090, 6000, 6200, 6400, 6600].map((at) => press(at, { x: 5, y: 5 })),
      { at: [0, 2000, 6000, 6400], skipped: { echo: 4 } },
    ],
    [
      'long presses, which do not show that a press is reported once',
      [0, 500, 3000, 3500, 6000, 6500, 9000, 9100].map((at) => press(at, { x: 5, y: 5 })),
      { at: [0, 500, 3000, 3500, 6000, 6500, 9000], skipped: { echo: 1 } },
    ],
    [
      'the release of a navigating press, after the change',
      [
        press(0, { x: 5, y: 5 }),
        change(60, '1:3'),
        press(140, { x: 5, y: 5 }, { presentedNodeId: '1:3' }),
      ],
      { at: [0], skipped: { navigationRace: 1 } },
    ],
    [
      'the same release, before the message of the change',
      [
        press(0, { x: 5, y: 5 }),
        press(20, { x: 5, y: 5 }, { presentedNodeId: '1:3' }),
        change(25, '1:3'),
      ],
      { at: [0], skipped: { navigationRace: 1 } },
    ],
    [
      'a release 200 ms after a change that came 300 ms after its press',
      [
        press(0, { x: 5, y: 5 }),
        change(300, '1:3'),
        press(500, { x: 5, y: 5 }, { presentedNodeId: '1:3' }),
      ],
      { at: [0], skipped: { navigationRace: 1 } },
    ],
    [
      'a click on the new screen in its own time',
      [
        press(0, { x: 5, y: 5 }),
        change(60, '1:3'),
        press(900, { x: 5, y: 5 }, { presentedNodeId: '1:3' }),
      ],
      { at: [0, 900] },
    ],
    [
      'a click soon after a change that no press made',
      [change(0, '1:3'), press(120, { x: 5, y: 5 }, { presentedNodeId: '1:3' })],
      { at: [120] },
    ],
    [
      'no position at all',
      [
        press(
          0,
          { x: 1, y: 1 },
          { targetNodeMousePosition: null, nearestScrollingFrameMousePosition: undefined },
        ),
      ],
      { at: [], skipped: { withoutPosition: 1 } },
    ],
    [
      'fields of a wrong type read as missing',
      [
        press(
          0,
          { x: 1, y: 1 },
          {
            targetNodeMousePosition: { x: 'left', y: 3 },
            nearestScrollingFrameMousePosition: [1, 2],
          },
        ),
      ],
      { at: [], skipped: { withoutPosition: 1 } },
    ],
    [
      'no presented node and none known',
      [press(0, { x: 1, y: 1 }, { presentedNodeId: null })],
      { at: [], skipped: { withoutScreen: 1 } },
    ],
    ['no message at all', [], { at: [] }],
  ];
  it.each(rows)('%s', (_, messages, expected) => {
    const reading = read(messages);
    expect(reading.clicks.map((click) => click.atMs)).toEqual(expected.at);
    expect(reading.skipped).toEqual({ ...none, ...expected.skipped });
  });

  it('keeps both positions, the offset and a dash as a colon', () => {
    const [click] = read([press(7, { x: 253, y: 62 }, { presentedNodeId: '1-4' })]).clicks;
    expect(click).toEqual({
      seq: 0,
      atMs: 7,
      screenId: '1:4',
      handled: true,
      misclick: false,
      behindOverlay: false,
      targetId: '1:20',
      targetPosition: { x: 253, y: 62 },
      scrollerId: '1:4',
      scrollerPosition: { x: 353, y: 112 },
      scrollerOffset: { x: 0, y: 0 },
    });
  });

  it.each([
    [true, false],
    [false, true],
    [null, false],
  ])('handled %s is misclick %s', (handled, misclick) => {
    expect(read([press(0, { x: 1, y: 1 }, { handled })]).clicks[0]?.misclick).toBe(misclick);
  });

  it('takes the current screen when the message names none', () => {
    const { clicks } = read([press(0, { x: 1, y: 1 }, { presentedNodeId: undefined })], {
      startNodeId: '1:2',
    });
    expect(clicks[0]?.screenId).toBe('1:2');
  });

  it('reads the same from any order and from repeated messages', () => {
    const events = number([
      press(0, { x: 5, y: 5 }),
      change(60, '1:3'),
      press(900, { x: 9, y: 5 }, { presentedNodeId: '1:3' }),
    ]);
    expect(derive([...events].reverse().concat(events))).toEqual(derive(events));
  });

  it('gives a press behind an open overlay to the screen it hit', () => {
    const open = [
      change(0, '1:2'),
      change(500, '1:5'),
      press(900, { x: 3, y: 3 }, { presentedNodeId: '1:5', targetNodeId: '1:20' }),
    ];
    const box = { x: 0, y: 0, width: 1, height: 1 };
    const screens = [
      { nodeId: '1:2', boxes: { '1:20': box } },
      { nodeId: '1:5', boxes: { '1:20': box, '1:50': box } },
    ];
    expect(read(open, { screens }).clicks[0]).toMatchObject({
      screenId: '1:2',
      behindOverlay: true,
    });
    expect(read(open).clicks[0]).toMatchObject({ screenId: '1:5', behindOverlay: false });
    const onScreenItself = press(
      900,
      { x: 3, y: 3 },
      { presentedNodeId: '1:5', targetNodeId: '1:2' },
    );
    expect(read([...open.slice(0, 2), onScreenItself]).clicks[0]?.screenId).toBe('1:2');
  });

  it('leaves a press on no known node with the presented screen', () => {
    const screens = [{ nodeId: '1:2', boxes: {} }];
    const odd = press(900, { x: 3, y: 3 }, { targetNodeId: 'constructor' });
    expect(read([change(0, '1:2'), odd], { screens }).clicks[0]).toMatchObject({
      screenId: '1:2',
      behindOverlay: false,
    });
  });

  it('reads the boxes of a screen once, however many presses there are', () => {
    let readings = 0;
    const boxes = new Proxy(
      {},
      {
        ownKeys() {
          readings += 1;
          return [];
        },
      },
    );
    const presses = Array.from({ length: 2000 }, (_, at) => press(at * 500, { x: 3, y: 3 }));
    const { clicks } = read(presses, { screens: [{ nodeId: '1:2', boxes }] });
    expect([clicks.length, readings]).toEqual([2000, 1]);
  });
});

describe('visits', () => {
  type Expected = [string, number, number | null][];
  const rows: [string, Message[], DeriveOptions, Expected][] = [
    ['nothing known', [], {}, []],
    ['the start node alone', [], { startNodeId: '1:2', endedAtMs: 900 }, [['1:2', 0, 900]]],
    [
      'nothing was visible before the first load',
      [
        [2000, 'INITIAL_LOAD'],
        [5000, 'REQUEST_CLOSE'],
      ],
      { startNodeId: '1:2' },
      [['1:2', 2000, null]],
    ],
    [
      'the first mouse message names the first screen',
      [press(700, { x: 1, y: 1 })],
      { endedAtMs: 1000 },
      [['1:2', 0, 1000]],
    ],
    [
      'a change for the first screen is no second visit, and says when it was presented',
      [change(400, '1:2'), [450, 'INITIAL_LOAD']],
      { startNodeId: '1:2' },
      [['1:2', 400, null]],
    ],
    [
      'the prototype starts elsewhere than the link says',
      [change(400, '1:9'), [450, 'INITIAL_LOAD']],
      { startNodeId: '1:2' },
      [['1:9', 400, null]],
    ],
    [
      'overlay opened and closed',
      [[10, 'INITIAL_LOAD'], press(100, { x: 1, y: 1 }), change(110, '1:5'), change(900, '1:2')],
      { startNodeId: '1:2', endedAtMs: 1500 },
      [
        ['1:2', 10, 110],
        ['1:5', 110, 900],
        ['1:2', 900, 1500],
      ],
    ],
    [
      'a lost change is made good by the next mouse message',
      [press(100, { x: 1, y: 1 }), press(2000, { x: 1, y: 1 }, { presentedNodeId: '1:3' })],
      {},
      [
        ['1:2', 0, 2000],
        ['1:3', 2000, null],
      ],
    ],
    [
      'a late release opens no visit',
      [
        press(0, { x: 5, y: 5 }),
        press(20, { x: 5, y: 5 }, { presentedNodeId: '1:3' }),
        change(25, '1:3'),
      ],
      {},
      [
        ['1:2', 0, 25],
        ['1:3', 25, null],
      ],
    ],
  ];
  it.each(rows)('%s', (...[, messages, options, expected]) => {
    const visits = read(messages, options).visits;
    expect(visits.map((visit) => [visit.screenId, visit.enteredAtMs, visit.leftAtMs])).toEqual(
      expected,
    );
  });

  it('ends none before it began, when a clock jumps back', () => {
    const { visits } = read([change(5000, '1:2'), change(100, '1:3')]);
    expect(visits).toMatchObject([{ enteredAtMs: 5000, leftAtMs: 5000 }, { enteredAtMs: 100 }]);
  });

  it('marks hover transitions as no step of the path', () => {
    const { visits } = read([press(0, { x: 1, y: 1 }), change(500, '1:8', false)]);
    expect(visits.map((visit) => visit.inHistory)).toEqual([true, false]);
  });
});

describe('what the embed told of the prototype', () => {
  it.each<[string, Message[], string]>([
    ['nothing came', [], 'silent'],
    ['nothing of the kind came', [[10, 'NEW_STATE', {}]], 'silent'],
    ['it loaded', [[10, 'INITIAL_LOAD']], 'shown'],
    ['its load was not told, a press was', [press(10, { x: 1, y: 1 })], 'shown'],
    ['it asks for a sign-in', [[10, 'LOGIN_SCREEN_SHOWN']], 'sign_in'],
    [
      'it loaded with a sign-in',
      [
        [10, 'INITIAL_LOAD'],
        [20, 'LOGIN_SCREEN_SHOWN'],
      ],
      'sign_in',
    ],
    ['it asks for a password', [[10, 'PASSWORD_SCREEN_SHOWN']], 'password'],
    ['the password was known', [[10, 'PASSWORD_SCREEN_SHOWN'], change(20, '1:2')], 'shown'],
  ])('%s', (_, messages, state) => {
    expect(read(messages).prototypeState).toBe(state);
  });
});
