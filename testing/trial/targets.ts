// The places that people of the trial press, with the truth of each, written by hand: the deepest layer under the hand,
// the screen that it leads to, and the name that a designer would call it.
import type { SampleNode } from '#sample/document.ts';
import { documentOf, SCREENS, type Screen, type Width } from './design.ts';

export interface Target {
  on: Screen;
  /** Names from the screen's own layers to the pressed one. */
  layers: readonly string[];
  /** Name of the place; null: none, the press is on a spot. */
  place: string | null;
  /** Screen that it leads to; 'back' and 'close': to the one before, and to the one under the overlay. */
  to: Screen | 'back' | 'close' | null;
  /** The number of `layers` of the reacting layer, or of the place's own one. */
  depth: number;
}

/** @param path 'Home: Header>Logo': the screen and the layers */
function target(
  path: string,
  [place, depth]: [name: string | null, depth: number],
  to: Target['to'] = null,
): Target {
  const [screen = '', layers = ''] = path.split(': ');
  if (!isScreen(screen)) throw new Error(`no screen ${screen}`);
  return { on: screen, layers: layers.split('>'), place, depth, to };
}

function isScreen(name: string): name is Screen {
  return Object.hasOwn(SCREENS, name);
}

export const targets = {
  logo: target('Home: Header>Logo', ['Logo', 2]),
  none: target('Home: Choices>None>Window>Pane', ['None', 2], 'Shop'),
  noneTitle: target('Home: Choices>None>Text>Title', ['None', 2], 'Shop'),
  some: target('Home: Choices>Some>Window>Pane', ['Some', 2]),
  someTitle: target('Home: Choices>Some>Text>Title', ['Some', 2]),
  someWindow: target('Home: Choices>Some>Window', ['Some', 2]),
  someCard: target('Home: Choices>Some', ['Some', 2]),
  plenty: target('Home: Choices>Plenty>Text>Hint', ['Plenty', 2], 'Care'),
  fern: target('Shop: List>Fern>Photo', ['Fern', 2], 'Details'),
  fernBuy: target('Shop: List>Fern>Buy>Label', ['Fern › Buy', 3], 'Added'),
  ivy: target('Shop: List>Ivy>Photo', ['Ivy', 2]),
  ivyName: target('Shop: List>Ivy>Name', ['Ivy', 2]),
  ivyBuy: target('Shop: List>Ivy>Buy>Label', ['Ivy', 2]),
  palm: target('Shop: List>Palm>Name', ['Palm', 2], 'Details'),
  palmBuy: target('Shop: List>Palm>Buy', ['Palm › Buy', 3], 'Added'),
  moss: target('Shop: List>Moss>Photo', ['Moss', 2], 'Care'),
  shopBack: target('Shop: Bar>Back', ['Back', 2], 'back'),
  picture: target('Details: Picture', [null, 1]),
  stars: target('Details: Stars', ['Stars', 1]),
  add: target('Details: Add', ['Add', 1], 'Added'),
  lightMore: target('Details: Light>More', ['Light › More', 2], 'Care'),
  lightFold: target('Details: Light>Fold', ['Light › Fold', 2]),
  waterMore: target('Details: Water>More', ['Water › More', 2], 'Care'),
  waterFold: target('Details: Water>Fold', ['Water › Fold', 2]),
  careBack: target('Care: Return', ['Return', 1], 'back'),
  tipA: target('Care: Tips>Tip A>Window>Pane', ['Tip A', 2]),
  tipB: target('Care: Tips>Tip B>Text>Title', ['Tip B', 2]),
  tipC: target('Care: Tips>Tip C>Window>Pane', ['Tip C', 2]),
  keep: target('Added: Options>Keep>Line', ['Keep', 2], 'close'),
  wrap: target('Added: Options>Wrap>Icon', ['Wrap', 2]),
  wrapLine: target('Added: Options>Wrap>Line', ['Wrap', 2]),
  pay: target('Added: Options>Pay>Line', ['Pay', 2], 'Done'),
  startOver: target('Done: Start over', ['Start over', 1], 'Home'),
} as const satisfies Record<string, Target>;
export type TargetName = keyof typeof targets;

export interface Spot {
  x: number;
  y: number;
}

/** The layers of a target, the screen first, the pressed one last. */
export function chainOf(width: Width, name: TargetName): SampleNode[] {
  const { on, layers }: Target = targets[name];
  const screen = documentOf(width).frames.find(({ id }) => id === SCREENS[on]);
  if (!screen) throw new Error(`no screen ${on}`);
  const chain = [screen];
  for (const layer of layers) {
    const next = chain.at(-1)?.children.find((child) => child.name === layer);
    if (!next) throw new Error(`${on} has no ${layer} of ${layers.join(' › ')}`);
    chain.push(next);
  }
  return chain;
}

/** A point of the pressed layer, in pixels of its screen's frame. */
export function spotOf(width: Width, name: TargetName, aside: Spot = { x: 0.5, y: 0.5 }): Spot {
  const chain = chainOf(width, name);
  const corner = chain[0]?.absoluteBoundingBox;
  const box = chain.at(-1)?.absoluteBoundingBox;
  if (!(corner && box)) throw new Error(`${name} has no box`);
  return {
    x: box.x - corner.x + box.width * aside.x,
    y: box.y - corner.y + box.height * aside.y,
  };
}
