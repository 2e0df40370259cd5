// The picture of paths: heights by people, links that fill their nodes, every person somewhere.
import { expect, test } from 'vitest';
import type { NamedScreen } from '#contract/screen-names.ts';
import { COLUMN_WIDTH, HEAD, LINE, layOutPaths, type PathNode } from './path-layout.ts';

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
  const { nodes, width, columns } = layOutPaths(picture);
  expect(nodes.map(({ x }) => x / COLUMN_WIDTH)).toEqual([0, 1, 1, 2]);
  expect(columns).toBe(3);
  expect(width).toBe(3 * COLUMN_WIDTH);
  const [home, list, basket] = nodes;
  expect(home?.height).toBe(10 * ((list?.height ?? 0) / 6));
  expect([home?.y, list?.y]).toEqual([HEAD, HEAD]);
  expect(basket?.y).toBeGreaterThan((list?.y ?? 0) + (list?.height ?? 0));
});

test('links lie under each other as their targets do, as wide as their people, without a gap', () => {
  const { links } = layOutPaths(picture);
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
  const [, few, after] = layOutPaths({ nodes, links: [], screens: [] }).nodes;
  expect(few?.height).toBe(2);
  expect(few?.stubs).toEqual([{ kind: 'ended', people: 1, y: (few?.y ?? 0) + 2 * LINE }]);
  expect(after?.y).toBeGreaterThanOrEqual((few?.y ?? 0) + 3 * LINE);
});

test('people on no drawn link are counted; at a goal its name says it', () => {
  const counts = { people: 100, reached: 1, ended: 2, beyond: 3, foldedOut: 4 };
  const nodes = [node('busy', counts), node('goal', { people: 3, reached: 3, screen: 4 })];
  const [busy, goal] = layOutPaths({ ...picture, nodes }).nodes;
  expect(busy?.stubs.map(({ kind, people }) => `${people} ${kind}`)).toEqual([
    ...['2 ended', '1 reached', '3 beyond', '4 folded'],
  ]);
  expect(goal).toMatchObject({ isGoal: true, stubs: [] });
});

test('a link to a node that is not there is left out; nothing at all is an empty picture', () => {
  const lost = { ...picture, links: [{ from: 'home', to: 'gone', people: 1 }] };
  expect(layOutPaths(lost).links).toEqual([]);
  expect(layOutPaths({ nodes: [], links: [], screens: [] })).toMatchObject({
    columns: 0,
    nodes: [],
    links: [],
  });
});
