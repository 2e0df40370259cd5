// Layers that presses belong to, and their names, on frames of a desktop and of a phone.
import { describe, expect, it } from 'vitest';
import { withLayers } from './layer-rules.ts';
import { ScreenLayers } from './layers.ts';
import type { ScreenGeometry } from './place.ts';

type Box = ScreenGeometry['boxes'][string];
/** Position, size, name, parent, and whether it reacts. */
type Row = [
  at: [x: number, y: number, width: number, height: number],
  name: string,
  parent?: string | undefined,
  reacts?: boolean,
];

function screenOf(width: number, height: number, rows: Record<string, Row>): ScreenGeometry {
  const boxes: Record<string, Box> = { screen: { x: 0, y: 0, width, height, name: 'Question' } };
  for (const [id, [[x, y, w, h], name, parent, reacts]] of Object.entries(rows))
    boxes[id] = {
      ...{ x, y, width: w, height: h, name },
      ...(parent === undefined ? {} : { parent }),
      ...(reacts ? { reacts } : {}),
    };
  return { nodeId: 'screen', width, height, origin: { x: 0, y: 0 }, boxes };
}

/** Three cards of 15 % of the screen; the second does not react. */
const desktop: Record<string, Row> = {
  logo: [[40, 20, 120, 40], 'Logo', undefined, true],
  title: [[40, 120, 600, 60], 'How much light?'],
  many: [[40, 200, 430, 400], 'Plenty', undefined, true],
  'many picture': [[50, 210, 410, 250], 'Window', 'many'],
  some: [[490, 200, 430, 400], 'Some'],
  'some picture': [[500, 210, 410, 250], 'Window', 'some'],
  'some drawing': [[500, 210, 410, 250], 'Vector', 'some picture'],
  'some text': [[510, 480, 390, 30], 'Some', 'some'],
  few: [[940, 200, 430, 400], 'Hardly any'],
  'few hotspot': [[940, 200, 430, 400], 'Hotspot', 'few', true],
  // A row of its own, at the depth of the cards.
  'row two': [[40, 620, 1360, 260], 'More'],
  help: [[40, 640, 300, 60], 'Help', 'row two'],
  'help icon': [[50, 650, 30, 30], 'Icon', 'help'],
};

/** The same on a phone: cards of a fifth of the screen, each in a row of its own. */
const phone: Record<string, Row> = {
  list: [[16, 120, 343, 640], 'List'],
  many: [[16, 120, 343, 200], 'Plenty', 'list', true],
  'many picture': [[16, 120, 343, 120], 'Window', 'many'],
  some: [[16, 336, 343, 180], 'Some', 'list'],
  'some picture': [[16, 336, 343, 120], 'Window', 'some'],
  'some text': [[32, 470, 200, 24], 'Some', 'some'],
  'other list': [[16, 540, 343, 200], 'Wrapper', 'list'],
  few: [[16, 540, 343, 200], 'Hardly any', 'other list'],
  'few picture': [[16, 540, 343, 120], 'Window', 'few'],
  back: [[16, 40, 80, 40], 'Back', undefined, true],
};

describe.each([
  ['1440 px', screenOf(1440, 800, desktop)],
  ['375 px', screenOf(375, 812, phone)],
])('on a frame of %s', (width, screen) => {
  const layers = new ScreenLayers(withLayers(screen));
  const onDesktop: [string, boolean, string | null][] = [
    ['some picture', false, 'Some'],
    ['some drawing', false, 'Some'],
    ['some text', false, 'Some'],
    ['some', false, 'Some'],
    ['many', true, 'Plenty'],
    ['many picture', true, 'Plenty'],
    ['few hotspot', true, 'Hardly any'],
    ['few', true, 'Hardly any'],
    ['logo', true, 'Logo'],
    ['title', false, 'How much light?'],
    ['help', false, 'Help'],
    ['help icon', false, 'Icon'],
    ['row two', false, null],
    ['screen', false, null],
    ['nothing', true, null],
    ['constructor', true, null],
  ];
  const onPhone: [string, boolean, string | null][] = [
    ['some picture', false, 'Some'],
    ['some text', false, 'Some'],
    ['some', false, 'Some'],
    ['many', true, 'Plenty'],
    ['many picture', true, 'Plenty'],
    // The frame around a card is the card.
    ['few picture', false, 'Wrapper'],
    ['few', false, 'Wrapper'],
    ['back', true, 'Back'],
    ['list', false, null],
    ['list', true, 'List'],
    ['screen', true, null],
  ];
  it.each(width === '1440 px' ? onDesktop : onPhone)(
    '%s (reacted: %s) is %s',
    (id, reacted, name) => {
      const pressed = layers.pressedLayer(id, reacted);
      expect(pressed && layers.labelOf(pressed)).toBe(name);
    },
  );
});

/** Cards of a quarter of a phone's screen of which none reacts. */
const deadList: Record<string, Row> = Object.fromEntries(
  ['Rose', 'Fern', 'Ivy'].flatMap((name, at): [string, Row][] => [
    [name, [[16, 40 + at * 220, 343, 200], name]],
    [`${name} picture`, [[16, 40 + at * 220, 120, 120], 'Picture', name]],
    [`${name} star`, [[200, 60 + at * 220, 16, 16], 'Star', name]],
  ]),
);

it.each([
  ['Fern picture', 'Fern'],
  ['Fern star', 'Fern'],
  ['Fern', 'Fern'],
])('%s of a list in which nothing reacts is %s', (id, name) => {
  const layers = new ScreenLayers(withLayers(screenOf(375, 812, deadList)));
  expect(layers.pressedLayer(id, false)).toBe(name);
});

/** Returns the name of the layer that a dead press on a layer of a phone's screen belongs to. */
function nameOn(rows: Record<string, Row>, id: string): string | null {
  const layers = new ScreenLayers(withLayers(screenOf(375, 812, rows)));
  const pressed = layers.pressedLayer(id, false);
  return pressed && layers.labelOf(pressed);
}

/** Rows of a list: cards of a width with something in each, one below the other. */
const listOf = (heights: readonly number[], width = (_at: number) => 343): Record<string, Row> =>
  Object.fromEntries(
    heights.flatMap((height, at): [string, Row][] => {
      const y = 40 + heights.slice(0, at).reduce((sum, each) => sum + each + 10, 0);
      const text: Row = [[20, y + 4, 200, 24], 'Text', `${at}`];
      return [
        [`${at}`, [[16, y, width(at), height], `Part ${at}`]],
        [`${at} text`, text],
      ];
    }),
  );

describe('a list in which nothing reacts', () => {
  it.each<[string, Record<string, Row>, string | null]>([
    ['has three parts or more', listOf([200, 200]), null],
    ['has parts of one size', listOf([140, 200, 260]), null],
    ['may have parts that differ by a pixel', listOf([200, 201, 202], (at) => 343 - at), 'Part 1'],
    ['has no part larger than half of the screen', listOf([500, 500, 500]), null],
  ])('%s', (_, rows, name) => {
    expect(nameOn(rows, '1')).toBe(name);
  });

  it('is no row of stars in a card', () => {
    const stars = [0, 1, 2].flatMap((at): [string, Row][] => [
      [`star ${at}`, [[40 + at * 20, 80, 16, 16], 'Star', '0']],
      [`line ${at}`, [[42 + at * 20, 82, 12, 12], 'Vector', `star ${at}`]],
    ]);
    expect(nameOn({ ...listOf([150, 150, 150]), ...Object.fromEntries(stars) }, 'line 1')).toBe(
      'Part 0',
    );
  });
});

describe('beside layers that react', () => {
  it.each<[string, Record<string, Row>, string, string | null]>([
    [
      'an icon in a card that reacts is the card, though another icon there reacts',
      {
        card: [[16, 40, 343, 200], 'Rose', undefined, true],
        heart: [[20, 50, 24, 24], 'Heart', 'card', true],
        share: [[50, 50, 24, 24], 'Share', 'card'],
      },
      'share',
      'Rose',
    ],
    [
      'a card of another row is one by its size',
      {
        'first row': [[0, 40, 375, 240], 'Row'],
        many: [[16, 60, 343, 200], 'Plenty', 'first row', true],
        'second row': [[0, 300, 375, 280], 'Row'],
        some: [[16, 320, 343, 202], 'Some', 'second row'],
        picture: [[16, 320, 343, 120], 'Window', 'some'],
      },
      'picture',
      'Some',
    ],
    [
      'a panel of a quarter of the screen is one thing',
      {
        back: [[16, 10, 80, 24], 'Back', undefined, true],
        panel: [[16, 60, 343, 200], 'Panel'],
        text: [[20, 80, 200, 24], 'Text', 'panel'],
      },
      'panel',
      'Panel',
    ],
    [
      'a picture of that size is none',
      {
        back: [[16, 10, 80, 24], 'Back', undefined, true],
        picture: [[16, 60, 343, 200], 'Photo'],
      },
      'picture',
      null,
    ],
    [
      'a section of the width of a button is no card',
      {
        back: [[16, 10, 343, 40], 'Back', undefined, true],
        section: [[16, 60, 343, 600], 'Section'],
        text: [[20, 80, 200, 24], 'Text', 'section'],
      },
      'section',
      null,
    ],
    [
      'a card is one where the other card reacts by a hotspot in it',
      {
        many: [[16, 40, 343, 300], 'Plenty'],
        hotspot: [[16, 41, 343, 299], 'Hotspot', 'many', true],
        some: [[16, 360, 343, 300], 'Some'],
        picture: [[16, 360, 343, 220], 'Window', 'some'],
      },
      'picture',
      'Some',
    ],
    [
      'a hotspot one pixel smaller than its card is the card',
      {
        many: [[16, 40, 343, 300], 'Plenty'],
        hotspot: [[16, 41, 343, 299], 'Hotspot', 'many', true],
      },
      'hotspot',
      'Plenty',
    ],
    [
      'a button 20 px within a card is itself',
      {
        many: [[16, 40, 343, 80], 'Plenty'],
        button: [[36, 60, 303, 40], 'Buy', 'many', true],
      },
      'button',
      'Buy',
    ],
  ])('%s', (_, rows, ...[id, name]) => {
    expect(nameOn(rows, id)).toBe(name);
  });
});

it("measures layers by the screen's box, not by its image, which may be smaller", () => {
  const rows: Record<string, Row> = { panel: [[0, 0, 375, 85], 'Panel'] };
  const screen = { ...screenOf(375, 812, rows), width: 188, height: 406 };
  expect(new ScreenLayers(withLayers(screen)).pressedLayer('panel', false)).toBe('panel');
});

it('computes the parents of images without them', () => {
  const { boxes, ...screen } = screenOf(375, 812, {
    list: [[8, 30, 360, 660], 'List'],
    ...deadList,
  });
  const bare = Object.entries(boxes).map(([id, { parent: _, ...box }]) => [id, box]);
  const layers = new ScreenLayers(withLayers({ ...screen, boxes: Object.fromEntries(bare) }));
  expect(layers.pressedLayer('Ivy picture', false)).toBe('Ivy');
  expect(layers.pressedLayer('Ivy', true)).toBe('Ivy');
});

it('gives layers of one name the nearest parent that none of the others has, or a number', () => {
  const buttons = ['Rose', 'Fern'].flatMap((name, at): [string, Row][] => [
    [name, [[16, 40 + at * 400, 343, 300 + at * 60], name]],
    [`${name} bar`, [[16, 200 + at * 400, 343, 50], 'Bar', name]],
    [`${name} buy`, [[16, 200 + at * 400, 60, 40], 'Buy', `${name} bar`, true]],
    // The layers on top come first, and numbers go from left to right.
    [`${name} last`, [[190, 200 + at * 400, 70, 40], 'More', name, true]],
    [`${name} more`, [[90, 200 + at * 400, 70, 40], 'More', name, true]],
  ]);
  const layers = new ScreenLayers(withLayers(screenOf(375, 812, Object.fromEntries(buttons))));
  expect(layers.labelOf('Fern buy')).toBe('Fern › Buy');
  expect(['Rose more', 'Rose last', 'Fern more'].map((id) => layers.labelOf(id))).toEqual([
    ...['Rose › More', 'Rose › More (2)', 'Fern › More'],
  ]);
  expect(layers.labelOf('constructor')).toBeNull();
});

it('ends where parents are a circle', () => {
  const circle: Record<string, Row> = {
    a: [[0, 0, 300, 600], 'A', 'b'],
    b: [[0, 0, 300, 600], 'B', 'a'],
  };
  const layers = new ScreenLayers(withLayers(screenOf(375, 812, circle)));
  expect(layers.pressedLayer('a', false)).toBeNull();
  expect(layers.pressedLayer('a', true)).toBe('a');
});
