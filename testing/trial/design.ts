// The design of the trial, at the width of a desktop and of a phone: nearly every card is larger than 1/8 of its
// screen and holds pictures and texts, one card among reacting ones is dead, names repeat under different parents.
import type { SampleDocument, SampleNode } from '#sample/document.ts';

export type Width = 1440 | 375;
type Box = readonly [x: number, y: number, width: number, height: number];
type Action = NonNullable<SampleNode['interactions']>[number]['actions'][number];

/** Screens by name; 'Added' is an overlay, 'Done' the goal. */
export const SCREENS = {
  Home: '1:1',
  Shop: '1:2',
  Details: '1:3',
  Care: '1:4',
  Added: '1:5',
  Done: '1:6',
} as const;
export type Screen = keyof typeof SCREENS;

interface Layer {
  name: string;
  /** On the screen. */
  box: Box;
  leadsTo?: Screen | 'BACK' | 'CLOSE';
  isPinned?: boolean;
  children?: readonly Layer[];
}

/** A card of a list: a picture with something in it, and two texts. */
function card(name: string, box: Box, more: Partial<Layer> = {}): Layer {
  const [x, y, width, height] = box;
  const inner = width - 32;
  const window: Box = [x + 16, y + 16, inner, height * 0.6];
  const textTop = y + 24 + height * 0.6;
  const text: Box = [x + 16, textTop, inner, height * 0.3 - 16];
  return {
    name,
    box,
    children: [
      {
        name: 'Window',
        box: window,
        children: [{ name: 'Pane', box: [x + 32, y + 32, inner - 32, height * 0.6 - 32] }],
      },
      {
        name: 'Text',
        box: text,
        children: [
          { name: 'Title', box: [text[0], text[1], inner, text[3] / 2] },
          { name: 'Hint', box: [text[0], text[1] + text[3] / 2, inner, text[3] / 2] },
        ],
      },
    ],
    ...more,
  };
}

/** The card of a product; its button may lead elsewhere than the card. */
function product(
  name: string,
  box: Box,
  { leadsTo, buy }: Pick<Layer, 'leadsTo'> & { buy?: Screen },
) {
  const [x, y, width, height] = box;
  return {
    name,
    box,
    ...(leadsTo ? { leadsTo } : {}),
    children: [
      { name: 'Photo', box: [x + 12, y + 12, width - 24, height * 0.6] },
      { name: 'Name', box: [x + 12, y + height * 0.66, width - 24, height * 0.1] },
      {
        name: 'Buy',
        box: [x + 12, y + height * 0.8, width / 3, height * 0.14],
        ...(buy ? { leadsTo: buy } : {}),
        children: [
          { name: 'Label', box: [x + 20, y + height * 0.82, width / 3 - 16, height * 0.1] },
        ],
      },
    ],
  } satisfies Layer;
}

/** A row that leads on, and one of its shape that is dead. */
const section = (name: string, [x, y, width, height]: Box): Layer => ({
  name,
  box: [x, y, width, height],
  children: [
    { name: 'More', box: [x, y, width / 2 - 4, height], leadsTo: 'Care' },
    { name: 'Fold', box: [x + width / 2 + 4, y, width / 2 - 4, height] },
  ],
});

/** A choice of the overlay, with a picture and a text. */
const choice = (name: string, box: Box, leadsTo?: Layer['leadsTo']): Layer => ({
  name,
  box,
  ...(leadsTo ? { leadsTo } : {}),
  children: [
    { name: 'Icon', box: [box[0] + 12, box[1] + 12, 64, box[3] - 24] },
    { name: 'Line', box: [box[0] + 96, box[1] + 24, box[2] - 120, box[3] - 48] },
  ],
});

/** Layout of one width: sizes of the screens, and boxes of what differs. */
const layouts = {
  1440: {
    sizes: { screen: [1440, 1024], shop: [1440, 2000], overlay: [600, 480] },
    choice: (at: number): Box => [60 + 450 * at, 170, 420, 760],
    product: (at: number): Box => [40 + 700 * (at % 2), 120 + 920 * Math.floor(at / 2), 660, 880],
    tip: (at: number): Box => [60 + 450 * at, 200, 420, 700],
    picture: [60, 112, 700, 800] as Box,
    aside: (y: number, height: number): Box => [820, y + 300, 420, height],
    option: (at: number): Box => [40, 90 + 128 * at, 520, 120],
  },
  375: {
    sizes: { screen: [375, 812], shop: [375, 1600], overlay: [327, 440] },
    choice: (at: number): Box => [16, 72 + 240 * at, 343, 228],
    product: (at: number): Box => [16, 80 + 376 * at, 343, 360],
    tip: (at: number): Box => [16, 96 + 220 * at, 343, 200],
    picture: [0, 60, 375, 300] as Box,
    aside: (y: number, height: number): Box => [16, y + 370, 343, height],
    option: (at: number): Box => [20, 72 + 120 * at, 287, 112],
  },
} as const;

function screensOf(
  width: Width,
): Record<Screen, { size: readonly [number, number]; layers: Layer[] }> {
  const { sizes, ...at } = layouts[width];
  const [wide] = sizes.screen;
  const logo: Layer = { name: 'Logo', box: [24, 12, 120, 32] };
  return {
    Home: {
      size: sizes.screen,
      layers: [
        { name: 'Header', box: [0, 0, wide, 56], children: [logo] },
        {
          name: 'Choices',
          box: around([0, 1, 2].map(at.choice)),
          children: [
            card('None', at.choice(0), { leadsTo: 'Shop' }),
            card('Some', at.choice(1)),
            card('Plenty', at.choice(2), { leadsTo: 'Care' }),
          ],
        },
      ],
    },
    Shop: {
      size: sizes.shop,
      layers: [
        {
          name: 'List',
          box: around([0, 1, 2, 3].map(at.product)),
          children: [
            product('Fern', at.product(0), { leadsTo: 'Details', buy: 'Added' }),
            product('Ivy', at.product(1), {}),
            product('Palm', at.product(2), { leadsTo: 'Details', buy: 'Added' }),
            product('Moss', at.product(3), { leadsTo: 'Care' }),
          ],
        },
        {
          name: 'Bar',
          box: [0, 0, wide, 64],
          isPinned: true,
          children: [{ name: 'Back', box: [16, 12, 80, 40], leadsTo: 'BACK' }],
        },
      ],
    },
    Details: {
      size: sizes.screen,
      layers: [
        { name: 'Picture', box: at.picture },
        { name: 'Stars', box: at.aside(8, 30) },
        { name: 'Add', box: at.aside(60, 64), leadsTo: 'Added' },
        section('Light', at.aside(160, 48)),
        section('Water', at.aside(240, 48)),
      ],
    },
    Care: {
      size: sizes.screen,
      layers: [
        { name: 'Return', box: [16, 12, 96, 44], leadsTo: 'BACK' },
        {
          name: 'Tips',
          box: around([0, 1, 2].map(at.tip)),
          children: ['Tip A', 'Tip B', 'Tip C'].map((name, index) => card(name, at.tip(index))),
        },
      ],
    },
    Added: {
      size: sizes.overlay,
      layers: [
        { name: 'Heading', box: [20, 20, sizes.overlay[0] - 40, 40] },
        {
          name: 'Options',
          box: around([0, 1, 2].map(at.option)),
          children: [
            choice('Keep', at.option(0), 'CLOSE'),
            choice('Wrap', at.option(1)),
            choice('Pay', at.option(2), 'Done'),
          ],
        },
      ],
    },
    Done: {
      size: sizes.screen,
      layers: [
        { name: 'Thanks', box: [16, 100, wide - 32, 120] },
        { name: 'Start over', box: [16, 300, 200, 60], leadsTo: 'Home' },
      ],
    },
  };
}

function around(boxes: readonly Box[]): Box {
  const [x, y] = [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
  ];
  const right = Math.max(...boxes.map(([left, , width]) => left + width));
  const bottom = Math.max(...boxes.map(([, top, , height]) => top + height));
  return [x, y, right - x, bottom - y];
}

/** Frames stand beside each other on the canvas, away from its corner, as designers leave them. */
const CORNER = { x: -3000, y: 700 };
const GAP = 200;

/** Picture of a screen in the tool's folder. */
export const pictureOf = (width: Width, screen: Screen) => `${width}-${screen}.png`;

/** The design as a file of the design tool. */
export function documentOf(width: Width): SampleDocument {
  let count = 0;
  let left = CORNER.x;
  const node = (layer: Layer, corner: { x: number; y: number }): SampleNode => {
    count += 1;
    const [x, y, wide, high] = layer.box;
    return {
      id: `2:${count}`,
      name: layer.name,
      type: layer.children || layer.leadsTo ? 'FRAME' : 'VECTOR',
      absoluteBoundingBox: { x: corner.x + x, y: corner.y + y, width: wide, height: high },
      ...(layer.isPinned ? { scrollBehavior: 'FIXED' as const } : {}),
      ...(layer.leadsTo ? { interactions: [onClick(layer.leadsTo)] } : {}),
      children: (layer.children ?? []).map((child) => node(child, corner)),
    };
  };
  const frames = Object.entries(screensOf(width)).map(([name, { size, layers }]): SampleNode => {
    const corner = { x: left, y: CORNER.y };
    const [wide, high] = size;
    left += wide + GAP;
    return {
      id: SCREENS[name as Screen],
      name,
      type: 'FRAME',
      absoluteBoundingBox: { ...corner, width: wide, height: high },
      clipsContent: true,
      image: pictureOf(width, name as Screen),
      children: layers.map((layer) => node(layer, corner)),
    };
  });
  return { name: `Plants ${width}`, startNodeId: SCREENS.Home, frames };
}

function onClick(leadsTo: NonNullable<Layer['leadsTo']>) {
  const actions: Action[] =
    leadsTo === 'BACK' || leadsTo === 'CLOSE'
      ? [{ type: leadsTo }]
      : [
          {
            type: 'NODE',
            destinationId: SCREENS[leadsTo],
            navigation: leadsTo === 'Added' ? 'OVERLAY' : 'NAVIGATE',
            transition: null,
            preserveScrollPosition: false,
          },
        ];
  return { trigger: { type: 'ON_CLICK' as const }, actions };
}
