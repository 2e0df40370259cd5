// The picture of paths: heights by people, links that fill their nodes, every person somewhere.
import { expect, test } from 'vitest';
import type { NamedScreen } from '#contract/screen-names.ts';
import { chooseColumns, type PathNode, stepsIn } from './path-columns.ts';
import { HEAD, LINE, layOutPaths } from './path-layout.ts';

type Picture = Parameters<typeof chooseColumns>[0];
/** Width of the picture in pixels. */
const WIDTH = 900;
const placed = (of: Picture) => layOutPaths(chooseColumns(of, 6), WIDTH);

function node(id: string, change: Partial<PathNode>): PathNode {
  return {
    id,
    column: 0,
    screen: 1,
    others: 0,
    loops: 1,
    people: 0,
    reached: 0,
    ended: 0,
    beyond: 0,
    foldedIn: 0,
    foldedOut: 0,
    ...change,
  };
}

const picture = {
  nodes: [
    node('home', { people: 10, ended: 1 }),
    node('list', { column: 1, people: 6, ended: 2, screen: 2 }),
    node('basket', { column: 1, people: 3, reached: 3, screen: 3 }),
    node('done', { column: 2, people: 4, reached: 4, screen: 4 }),
  ],
  links: [
    { from: 'home', to: 'basket', people: 3 },
    { from: 'home', to: 'list', people: 6 },
    { from: 'list', to: 'done', people: 4 },
  ],
  screens: [{ number: 4, isGoal: true } as NamedScreen],
};

test('columns by step, heights by people, from above in the given order', () => {
  const { nodes, width, columnWidth, headings } = placed(picture);
  expect(nodes.map(({ x }) => x / columnWidth)).toEqual([0, 1, 1, 2]);
  expect(headings).toEqual(['Step 1', 'Step 2', 'Goal']);
  expect(width).toBe(WIDTH);
  const [home, list, basket] = nodes;
  expect(home?.height).toBe(10 * ((list?.height ?? 0) / 6));
  expect([home?.y, list?.y]).toEqual([HEAD, HEAD]);
  expect(basket?.y).toBeGreaterThan((list?.y ?? 0) + (list?.height ?? 0));
});

test('links lie under each other as their targets do, as wide as their people, without a gap', () => {
  const { links } = placed(picture);
  const [toBasket, toList] = links;
  const startOf = (path = '') => Number(path.split(/[ C]/)[1]);
  expect(toBasket?.width).toBe((toList?.width ?? 0) / 2);
  expect(startOf(toList?.path)).toBe(HEAD + (toList?.width ?? 0) / 2);
  expect(startOf(toBasket?.path)).toBe(HEAD + (toList?.width ?? 0) + (toBasket?.width ?? 0) / 2);
});

test('words and stubs of a thin node keep their room', () => {
  const nodes = [
    node('most', { people: 5000 }),
    node('few', { people: 1, ended: 1 }),
    node('after', { people: 1 }),
  ];
  const [, few, after] = placed({ nodes, links: [], screens: [] }).nodes;
  expect(few?.height).toBe(2);
  expect(few?.stubs).toEqual([{ kind: 'ended', people: 1, y: (few?.y ?? 0) + 3 * LINE }]);
  expect(after?.y).toBeGreaterThanOrEqual((few?.y ?? 0) + 4 * LINE);
});

test('people on no drawn link are counted; at a goal its name says it', () => {
  const counts = { people: 100, reached: 1, ended: 2, beyond: 3, foldedOut: 4 };
  const nodes = [node('busy', counts), node('goal', { people: 3, reached: 3, screen: 4 })];
  const [busy, goal] = placed({ ...picture, nodes }).nodes;
  expect(busy?.stubs.map(({ kind, people }) => `${people} ${kind}`)).toEqual([
    ...['2 ended', '1 reached', '3 beyond', '4 folded'],
  ]);
  expect(goal).toMatchObject({ node: { isGoal: true }, stubs: [] });
});

test('a link to a node that is not there is left out; nothing at all is an empty picture', () => {
  const lost = { ...picture, links: [{ from: 'home', to: 'gone', people: 1 }] };
  expect(placed(lost).links).toEqual([]);
  expect(placed({ nodes: [], links: [], screens: [] })).toMatchObject({
    headings: [],
    nodes: [],
    links: [],
  });
});

test('later steps share a column, and the goal stands at the right', () => {
  const long: Picture = {
    nodes: [
      node('a', { people: 9, ended: 1 }),
      node('b', { column: 1, screen: 2, people: 7 }),
      node('early', { column: 1, screen: 4, people: 1, reached: 1 }),
      node('c', { column: 2, screen: 3, people: 7, ended: 2 }),
      node('d', { column: 3, screen: 5, people: 3, ended: 1 }),
      node('late', { column: 3, screen: 4, people: 2, reached: 2 }),
      node('latest', { column: 4, screen: 4, people: 2, reached: 2 }),
    ],
    links: [
      { from: 'a', to: 'b', people: 7 },
      { from: 'a', to: 'early', people: 1 },
      { from: 'b', to: 'c', people: 7 },
      { from: 'c', to: 'd', people: 3 },
      { from: 'c', to: 'late', people: 2 },
      { from: 'd', to: 'latest', people: 2 },
    ],
    screens: picture.screens,
  };
  const { headings, nodes, links } = chooseColumns(long, 2);
  expect(headings).toEqual(['Step 1', 'Step 2', 'Later', 'Goal']);
  expect(
    nodes.map(({ id, place, people, reached, ended }) => [id, place, people, reached, ended]),
  ).toEqual([
    ['a', 0, 9, 0, 1],
    ['b', 1, 7, 0, 0],
    ['goal 4', 3, 5, 5, 0],
    ['later', 2, 7, 0, 3],
  ]);
  expect(links).toEqual([
    { from: 'a', to: 'b', people: 7 },
    { from: 'a', to: 'goal 4', people: 1 },
    { from: 'b', to: 'later', people: 7 },
    { from: 'later', to: 'goal 4', people: 4 },
  ]);
});

test('a goal after which people went on stays in its step', () => {
  const on: Picture = {
    ...picture,
    nodes: [...picture.nodes, node('after', { column: 3, screen: 5, people: 1, ended: 1 })],
    links: [...picture.links, { from: 'done', to: 'after', people: 1 }],
  };
  expect(chooseColumns(on, 6).headings).toEqual(['Step 1', 'Step 2', 'Step 3', 'Step 4']);
});

test.each([
  [1200, 6],
  [700, 3],
  [350, 1],
  [0, 1],
])('%i px have %i steps beside the later ones and the goal', (width, steps) => {
  expect(stepsIn(width)).toBe(steps);
});
